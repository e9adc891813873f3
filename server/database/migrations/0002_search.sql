ALTER TABLE "titles" ADD COLUMN "other_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "people_words_100000" ON "people" USING gin ("words") WHERE popularity >= 100000;--> statement-breakpoint
CREATE INDEX "people_words_10000" ON "people" USING gin ("words") WHERE popularity >= 10000 and popularity < 100000;--> statement-breakpoint
CREATE INDEX "people_words_1000" ON "people" USING gin ("words") WHERE popularity >= 1000 and popularity < 10000;--> statement-breakpoint
CREATE INDEX "people_words_100" ON "people" USING gin ("words") WHERE popularity >= 100 and popularity < 1000;--> statement-breakpoint
CREATE INDEX "titles_words_100000" ON "titles" USING gin ("words") WHERE votes >= 100000;--> statement-breakpoint
CREATE INDEX "titles_words_10000" ON "titles" USING gin ("words") WHERE votes >= 10000 and votes < 100000;--> statement-breakpoint
CREATE INDEX "titles_words_1000" ON "titles" USING gin ("words") WHERE votes >= 1000 and votes < 10000;--> statement-breakpoint
CREATE INDEX "titles_words_100" ON "titles" USING gin ("words") WHERE votes >= 100 and votes < 1000;
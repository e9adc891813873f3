DROP INDEX "people_words_10000";--> statement-breakpoint
DROP INDEX "people_words_1000";--> statement-breakpoint
DROP INDEX "people_words_100";--> statement-breakpoint
DROP INDEX "titles_words_10000";--> statement-breakpoint
DROP INDEX "titles_words_1000";--> statement-breakpoint
DROP INDEX "titles_words_100";--> statement-breakpoint
CREATE INDEX "people_words_30000" ON "people" USING gin ("words") WHERE popularity >= 30000 and popularity < 100000;--> statement-breakpoint
CREATE INDEX "people_words_3000" ON "people" USING gin ("words") WHERE popularity >= 3000 and popularity < 10000;--> statement-breakpoint
CREATE INDEX "people_words_300" ON "people" USING gin ("words") WHERE popularity >= 300 and popularity < 1000;--> statement-breakpoint
CREATE INDEX "titles_words_30000" ON "titles" USING gin ("words") WHERE votes >= 30000 and votes < 100000;--> statement-breakpoint
CREATE INDEX "titles_words_3000" ON "titles" USING gin ("words") WHERE votes >= 3000 and votes < 10000;--> statement-breakpoint
CREATE INDEX "titles_words_300" ON "titles" USING gin ("words") WHERE votes >= 300 and votes < 1000;--> statement-breakpoint
CREATE INDEX "people_words_10000" ON "people" USING gin ("words") WHERE popularity >= 10000 and popularity < 30000;--> statement-breakpoint
CREATE INDEX "people_words_1000" ON "people" USING gin ("words") WHERE popularity >= 1000 and popularity < 3000;--> statement-breakpoint
CREATE INDEX "people_words_100" ON "people" USING gin ("words") WHERE popularity >= 100 and popularity < 300;--> statement-breakpoint
CREATE INDEX "titles_words_10000" ON "titles" USING gin ("words") WHERE votes >= 10000 and votes < 30000;--> statement-breakpoint
CREATE INDEX "titles_words_1000" ON "titles" USING gin ("words") WHERE votes >= 1000 and votes < 3000;--> statement-breakpoint
CREATE INDEX "titles_words_100" ON "titles" USING gin ("words") WHERE votes >= 100 and votes < 300;
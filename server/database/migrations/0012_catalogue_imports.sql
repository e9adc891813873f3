CREATE SEQUENCE "public"."imported_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1610612736 CACHE 1;--> statement-breakpoint
CREATE TABLE "slides" (
	"title_id" integer PRIMARY KEY NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" DROP CONSTRAINT "people_fullname_en_unique";--> statement-breakpoint
DROP INDEX "titles_newest";--> statement-breakpoint
DROP INDEX "titles_votes";--> statement-breakpoint
DROP INDEX "titles_rating";--> statement-breakpoint
DROP INDEX "titles_year";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "titles" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "titles" ADD COLUMN "access" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "titles" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slides" ADD CONSTRAINT "slides_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "titles_newest" ON "titles" USING btree ("first_shown" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming and not is_hidden;--> statement-breakpoint
CREATE INDEX "titles_votes" ON "titles" USING btree ("votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming and not is_hidden;--> statement-breakpoint
CREATE INDEX "titles_rating" ON "titles" USING btree ("rating" DESC NULLS LAST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming and not is_hidden;--> statement-breakpoint
CREATE INDEX "titles_year" ON "titles" USING btree ("year" DESC NULLS FIRST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming and not is_hidden;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "titles" ADD CONSTRAINT "titles_key_unique" UNIQUE("key");--> statement-breakpoint
UPDATE "people" SET "key" = "fullname_en";--> statement-breakpoint
UPDATE "titles" SET "access" = 'premium' WHERE "year" >= 2016;

CREATE TABLE "collection_titles" (
	"collection_id" integer NOT NULL,
	"title_id" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "collection_titles_collection_id_title_id_pk" PRIMARY KEY("collection_id","title_id")
);
--> statement-breakpoint
DROP INDEX "titles_newest";--> statement-breakpoint
DROP INDEX "titles_votes";--> statement-breakpoint
DROP INDEX "titles_rating";--> statement-breakpoint
DROP INDEX "titles_year";--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "born" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "catalogue_state" ADD COLUMN "comments_batch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "died" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "biography" text;--> statement-breakpoint
ALTER TABLE "titles" ADD COLUMN "is_coming" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_titles" ADD CONSTRAINT "collection_titles_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_titles" ADD CONSTRAINT "collection_titles_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_titles_order" ON "collection_titles" USING btree ("collection_id","place","title_id");--> statement-breakpoint
CREATE INDEX "collection_titles_title" ON "collection_titles" USING btree ("title_id");--> statement-breakpoint
CREATE INDEX "titles_coming" ON "titles" USING btree ("released_at","id") WHERE is_coming;--> statement-breakpoint
CREATE INDEX "titles_newest" ON "titles" USING btree ("first_shown" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming;--> statement-breakpoint
CREATE INDEX "titles_votes" ON "titles" USING btree ("votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming;--> statement-breakpoint
CREATE INDEX "titles_rating" ON "titles" USING btree ("rating" DESC NULLS LAST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming;--> statement-breakpoint
CREATE INDEX "titles_year" ON "titles" USING btree ("year" DESC NULLS FIRST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_coming;
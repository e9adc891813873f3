CREATE TABLE "merged_people" (
	"id" integer PRIMARY KEY NOT NULL,
	"key" text,
	"into_id" integer NOT NULL,
	CONSTRAINT "merged_people_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "merged_titles" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text,
	"into_id" integer NOT NULL,
	CONSTRAINT "merged_titles_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_title_id_titles_id_fk";
--> statement-breakpoint
ALTER TABLE "likes" DROP CONSTRAINT "likes_title_id_titles_id_fk";
--> statement-breakpoint
ALTER TABLE "watchlist" DROP CONSTRAINT "watchlist_title_id_titles_id_fk";
--> statement-breakpoint
ALTER TABLE "merged_people" ADD CONSTRAINT "merged_people_into_id_people_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_titles" ADD CONSTRAINT "merged_titles_into_id_titles_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_people_into" ON "merged_people" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "merged_titles_into" ON "merged_titles" USING btree ("into_id");
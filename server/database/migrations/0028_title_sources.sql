CREATE TABLE "title_sources" (
	"title_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"fetched_at" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "title_sources" ADD CONSTRAINT "title_sources_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "title_sources_age" ON "title_sources" USING btree ("name","fetched_at");
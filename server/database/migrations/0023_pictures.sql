CREATE TABLE "pictures" (
	"kind" text NOT NULL,
	"title_id" integer,
	"person_id" integer,
	"season" integer DEFAULT 0 NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_title" UNIQUE("title_id","kind","season","number"),
	CONSTRAINT "pictures_person" UNIQUE("person_id","kind")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_hash" ON "pictures" USING btree ("hash");
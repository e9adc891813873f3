CREATE TABLE "films" (
	"title_id" integer NOT NULL,
	"season" integer NOT NULL,
	"number" integer NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "films_title_id_season_number_pk" PRIMARY KEY("title_id","season","number")
);
--> statement-breakpoint
ALTER TABLE "films" ADD CONSTRAINT "films_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;
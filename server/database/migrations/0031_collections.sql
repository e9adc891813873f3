CREATE TABLE "merged_collections" (
	"id" integer PRIMARY KEY NOT NULL,
	"key" text,
	"into_id" integer NOT NULL,
	CONSTRAINT "merged_collections_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merged_collections" ADD CONSTRAINT "merged_collections_into_id_collections_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_collections_into" ON "merged_collections" USING btree ("into_id");
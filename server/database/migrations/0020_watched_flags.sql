CREATE TABLE "watched_flags" (
	"user_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
	"episode_id" bigint NOT NULL,
	"watched" boolean,
	"flagged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "watched_flags_user_id_title_id_episode_id_pk" PRIMARY KEY("user_id","title_id","episode_id")
);
--> statement-breakpoint
ALTER TABLE "watched_flags" ADD CONSTRAINT "watched_flags_item" FOREIGN KEY ("user_id","title_id") REFERENCES "public"."history"("user_id","title_id") ON DELETE cascade ON UPDATE no action;
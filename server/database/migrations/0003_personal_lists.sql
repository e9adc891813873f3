CREATE TABLE "clearances" (
	"user_id" bigint NOT NULL,
	"list" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "clearances_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title_id" integer NOT NULL,
	"user_id" bigint,
	"author" text,
	"body" text NOT NULL,
	"spoiler" boolean NOT NULL,
	"reply_to" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"version" bigint NOT NULL,
	"key" text,
	"request" text,
	CONSTRAINT "comments_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "history" (
	"user_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
	"watched_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"version" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "history_user_id_title_id_pk" PRIMARY KEY("user_id","title_id")
);
--> statement-breakpoint
CREATE TABLE "history_marks" (
	"user_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
	"episode_id" bigint NOT NULL,
	"file_id" bigint,
	"position" double precision NOT NULL,
	"duration" double precision NOT NULL,
	"watched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_marks_user_id_title_id_episode_id_pk" PRIMARY KEY("user_id","title_id","episode_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text,
	"occasion" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"version" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "notifications_once" UNIQUE("user_id","occasion")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"year" integer,
	"imdb" text,
	"note" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reply" text,
	"title_id" integer,
	"wish" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	"key" text,
	"request" text,
	CONSTRAINT "requests_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "clearances" ADD CONSTRAINT "clearances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_to_comments_id_fk" FOREIGN KEY ("reply_to") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_marks" ADD CONSTRAINT "history_marks_item" FOREIGN KEY ("user_id","title_id") REFERENCES "public"."history"("user_id","title_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_top" ON "comments" USING btree ("title_id","created_at","id") WHERE reply_to is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("reply_to","created_at") WHERE reply_to is not null;--> statement-breakpoint
CREATE INDEX "history_changes" ON "history" USING btree ("user_id","version");--> statement-breakpoint
CREATE INDEX "history_newest" ON "history" USING btree ("user_id","watched_at","title_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "history_tombstones" ON "history" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_changes" ON "notifications" USING btree ("user_id","version");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","created_at") WHERE read_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_tombstones" ON "notifications" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "requests_changes" ON "requests" USING btree ("user_id","version");--> statement-breakpoint
CREATE INDEX "requests_newest" ON "requests" USING btree ("user_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "requests_wish" ON "requests" USING btree ("user_id","wish");--> statement-breakpoint
INSERT INTO "clearances" ("user_id", "list", "version") SELECT "user_id", 'watchlist', "watchlist_cleared" FROM "versions" WHERE "watchlist_cleared" > 0;--> statement-breakpoint
ALTER TABLE "versions" DROP COLUMN "watchlist_cleared";
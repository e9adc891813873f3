CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"lifetime" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text,
	"password" text,
	"telegram" text,
	"referral" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "fences" (
	"user_id" bigint NOT NULL,
	"entity" text NOT NULL,
	"client_id" text NOT NULL,
	"last_seq" bigint NOT NULL,
	"wished_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fences_user_id_entity_client_id_pk" PRIMARY KEY("user_id","entity","client_id")
);
--> statement-breakpoint
CREATE TABLE "like_counts" (
	"title_id" bigint PRIMARY KEY NOT NULL,
	"likes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"user_id" bigint NOT NULL,
	"title_id" bigint NOT NULL,
	"liked" boolean NOT NULL,
	"version" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "likes_user_id_title_id_pk" PRIMARY KEY("user_id","title_id")
);
--> statement-breakpoint
CREATE TABLE "mutation_keys" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mutation_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"watchlist_cleared" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watchlist" (
	"user_id" bigint NOT NULL,
	"title_id" bigint NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"version" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "watchlist_user_id_title_id_pk" PRIMARY KEY("user_id","title_id")
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fences" ADD CONSTRAINT "fences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutation_keys" ADD CONSTRAINT "mutation_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist" ADD CONSTRAINT "watchlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "throttles_reset" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "fences_age" ON "fences" USING btree ("wished_at");--> statement-breakpoint
CREATE INDEX "likes_title" ON "likes" USING btree ("title_id");--> statement-breakpoint
CREATE INDEX "mutation_keys_age" ON "mutation_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "watchlist_changes" ON "watchlist" USING btree ("user_id","version");--> statement-breakpoint
CREATE INDEX "watchlist_newest" ON "watchlist" USING btree ("user_id","saved_at","title_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "watchlist_tombstones" ON "watchlist" USING btree ("deleted_at") WHERE deleted_at is not null;
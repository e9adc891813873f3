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
CREATE TABLE "catalogue_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"data_version" text,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" integer PRIMARY KEY NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"title_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"role" text NOT NULL,
	"place" integer NOT NULL,
	"character" text,
	CONSTRAINT "credits_title_id_role_place_pk" PRIMARY KEY("title_id","role","place")
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" bigint PRIMARY KEY NOT NULL,
	"title_id" integer NOT NULL,
	"season" integer NOT NULL,
	"number" integer NOT NULL,
	"title_en" text,
	"title_fa" text,
	"runtime" integer,
	"aired_at" date
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY NOT NULL,
	"popularity" bigint NOT NULL,
	"words" "tsvector" NOT NULL,
	"fullname_en" text NOT NULL,
	"fullname_fa" text NOT NULL,
	"born" date,
	"birthplace" text,
	"job" text NOT NULL,
	"best_starred" text,
	"best_directed" text,
	CONSTRAINT "people_fullname_en_unique" UNIQUE("fullname_en")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"kind" text NOT NULL,
	"word" text collate "C" NOT NULL,
	"sound" text NOT NULL,
	CONSTRAINT "search_words_kind_word_pk" PRIMARY KEY("kind","word")
);
--> statement-breakpoint
CREATE TABLE "titles" (
	"id" integer PRIMARY KEY NOT NULL,
	"votes" integer NOT NULL,
	"year" integer NOT NULL,
	"first_shown" date NOT NULL,
	"rating" double precision,
	"is_dubbed" boolean NOT NULL,
	"has_subtitle" boolean NOT NULL,
	"type" text NOT NULL,
	"genre_ids" integer[] NOT NULL,
	"words" "tsvector" NOT NULL,
	"imdb" text,
	"title_en" text NOT NULL,
	"title_fa" text NOT NULL,
	"tomato_meter" integer,
	"tomato_status" text,
	"released_at" date,
	"runtime" integer,
	"age_rating" text,
	"countries" text[] NOT NULL,
	"languages" text[] NOT NULL,
	"synopsis" text,
	"collection_id" integer,
	"fingerprint" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "titles_imdb_unique" UNIQUE("imdb")
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
	"title_id" integer PRIMARY KEY NOT NULL,
	"likes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"user_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
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
	"title_id" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"version" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "watchlist_user_id_title_id_pk" PRIMARY KEY("user_id","title_id")
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "titles" ADD CONSTRAINT "titles_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fences" ADD CONSTRAINT "fences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "like_counts" ADD CONSTRAINT "like_counts_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutation_keys" ADD CONSTRAINT "mutation_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist" ADD CONSTRAINT "watchlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist" ADD CONSTRAINT "watchlist_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "throttles_reset" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "credits_person" ON "credits" USING btree ("person_id","role","title_id");--> statement-breakpoint
CREATE INDEX "episodes_order" ON "episodes" USING btree ("title_id","season","number");--> statement-breakpoint
CREATE INDEX "people_popularity" ON "people" USING btree ("popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "people_words" ON "people" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_words_sound" ON "search_words" USING gin ("sound" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "titles_newest" ON "titles" USING btree ("first_shown" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "titles_votes" ON "titles" USING btree ("votes" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "titles_rating" ON "titles" USING btree ("rating" DESC NULLS LAST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "titles_year" ON "titles" USING btree ("year" DESC NULLS FIRST,"votes" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "titles_words" ON "titles" USING gin ("words");--> statement-breakpoint
CREATE INDEX "titles_genres" ON "titles" USING gin ("genre_ids");--> statement-breakpoint
CREATE INDEX "titles_collection" ON "titles" USING btree ("collection_id","year");--> statement-breakpoint
CREATE INDEX "fences_age" ON "fences" USING btree ("wished_at");--> statement-breakpoint
CREATE INDEX "likes_title" ON "likes" USING btree ("title_id");--> statement-breakpoint
CREATE INDEX "mutation_keys_age" ON "mutation_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "watchlist_changes" ON "watchlist" USING btree ("user_id","version");--> statement-breakpoint
CREATE INDEX "watchlist_newest" ON "watchlist" USING btree ("user_id","saved_at","title_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "watchlist_tombstones" ON "watchlist" USING btree ("deleted_at") WHERE deleted_at is not null;
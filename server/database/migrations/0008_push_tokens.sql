ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_token_tokens_hash_fk";
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_token_tokens_hash_fk" FOREIGN KEY ("token") REFERENCES "public"."tokens"("hash") ON DELETE cascade ON UPDATE cascade;
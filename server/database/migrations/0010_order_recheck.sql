ALTER TABLE "orders" ADD COLUMN "recheck_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_recheck" ON "orders" USING btree ("recheck_at") WHERE recheck_at is not null;
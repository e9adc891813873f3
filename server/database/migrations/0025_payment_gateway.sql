ALTER TABLE "orders" ADD COLUMN "gateway" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_form" jsonb;
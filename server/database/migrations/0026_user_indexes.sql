CREATE INDEX "telegram_logins_user" ON "telegram_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "code_uses_user" ON "code_uses" USING btree ("user_id");
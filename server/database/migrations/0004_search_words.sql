DROP INDEX "search_words_sound";--> statement-breakpoint
ALTER TABLE "search_words" DROP COLUMN "sound";
CREATE TABLE "key_fingerprints" (
	"setting" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL
);

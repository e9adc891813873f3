CREATE TABLE "user_metrics" (
	"day" date NOT NULL,
	"metric" text NOT NULL,
	"detail" text NOT NULL,
	"bucket" integer NOT NULL,
	"engine" text NOT NULL,
	"engine_version" integer NOT NULL,
	"app_version" text NOT NULL,
	"installed" boolean NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "user_metrics_key" PRIMARY KEY("day","metric","detail","bucket","engine","engine_version","app_version","installed")
);

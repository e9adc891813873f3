import { defineConfig } from 'drizzle-kit'

/** `npm run migrations -- --name what` writes the next migration from the schema files. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema/*.ts',
  out: './server/database/migrations',
})

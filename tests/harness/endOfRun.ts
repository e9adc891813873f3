import { dropDatabases } from './testDatabase.ts'

/** Called by vitest when all files are done. */
export const teardown = dropDatabases

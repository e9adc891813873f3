import { dropDatabases } from '#tests/harness/database/testDatabase.ts'

/** Global teardown of vitest, after all files. */
export const teardown = dropDatabases

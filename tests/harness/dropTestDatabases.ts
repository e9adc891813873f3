import { dropDatabases } from './testDatabase.ts'

/** Global teardown of vitest, after all files. */
export const teardown = dropDatabases

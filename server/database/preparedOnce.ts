import type { Database } from './connect.ts'

/**
 * A statement that is put together once for a database, and that each of its connections plans once: for a small one both
 * together take longer than to run it.
 */
export function preparedOnce<Statement>(prepare: (database: Database) => Statement): (database: Database) => Statement {
  const kept = new WeakMap<Database, Statement>()
  return (database) => {
    const statement = kept.get(database) ?? prepare(database)
    kept.set(database, statement)
    return statement
  }
}

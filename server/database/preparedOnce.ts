import type { Database } from './connect.ts'

/**
 * Builds a statement once per database and prepares it once per connection: for a small statement both take longer than
 * running it.
 */
export function preparedOnce<Statement>(prepare: (database: Database) => Statement): (database: Database) => Statement {
  const statements = new WeakMap<Database, Statement>()
  return (database) => {
    const statement = statements.get(database) ?? prepare(database)
    statements.set(database, statement)
    return statement
  }
}

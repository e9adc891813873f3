/** What the database of a person is called. */
export function personalDatabaseName(userId: number): string {
  return `parde-user-${userId}`
}

/** The row of `meta` that names such a database: another name, another database. */
export const CLIENT_ID = 'clientId'

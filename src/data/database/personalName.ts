export function personalDatabaseName(userId: number): string {
  return `parde-user-${userId}`
}

/** Row of `meta` that identifies one instance of a personal database. */
export const CLIENT_ID = 'clientId'

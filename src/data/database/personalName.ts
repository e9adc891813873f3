import type { DatabaseName, UserMetaKey } from '#data/platform/inventory.ts'

export function personalDatabaseName(userId: number) {
  return `parde-user-${userId}` satisfies DatabaseName
}

/** Row of `meta` that identifies one instance of a personal database. */
export const CLIENT_ID = 'clientId' satisfies UserMetaKey

import type { Answer } from '#tests/sync/simulation/network.ts'

/** The title id in an entity such as `watchlist:7` or `comment:7:…`. */
export function idOf(entity: string): number {
  return Number(entity.split(':')[1])
}
/** Path of the batch endpoint (docs/sync.md#batch). */
export const BATCH = '/api/user/mutations'

export interface Answered {
  key?: string
  status: number
  body?: { result?: string; data?: { version?: number } }
}

/** The answers to the mutations of a request. Empty for a batch that was refused as a whole. */
export function readAnswers({ status, text }: Answer, isBatch: boolean): Answered[] {
  const body = text.startsWith('{') ? JSON.parse(text) : undefined
  if (!isBatch) return [{ status, body }]
  return status === 200 ? ((body?.data ?? []) as Answered[]) : []
}

/** Whether a status says that the entity does not exist on the server. */
export const isGone = (status: number) => status === 404 || status === 410
/** The position in a cursor, which only grows. */
export const positionOf = (cursor: string) => Number(cursor.split('.')[0])

/** Whether our server sent the answer: an error of ours, or a 2xx with a JSON body. */
export function isApi({ status, text, isOurs }: Answer): boolean {
  return isOurs && (status >= 400 || text.startsWith('{'))
}

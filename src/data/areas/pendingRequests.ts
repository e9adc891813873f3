import type { NewRequest } from '#contract/requests.ts'
import { canDiscard } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { sendRequest } from './requests.ts'

/** A wish for a title that has not reached the server, with what can be done about it. */
export interface PendingRequest {
  seq: number
  /** the same as the request's on the screen */
  key: string
  request: NewRequest
  /** ISO time */
  createdAt: string
  /** never attempted, or failed: it can be taken back */
  isFree: boolean
  /**
   * It will not be sent again by itself. `why` is the server's sentence, empty when it said none; `fields` those that
   * belong to a field; `isKnown`: it was asked for before.
   */
  failure: { why: string; fields: Record<string, string[]>; isKnown: boolean } | undefined
}

/** One's own wishes that still wait or have failed, newest first. */
export async function pendingRequests(): Promise<PendingRequest[]> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return []
  const entries = await database.outbox.where('entity').startsWith('request:').sortBy('seq')
  return entries.toReversed().flatMap((entry) => {
    const wish = sendRequest.read(entry)
    if (!wish) return []
    const { seq, key, status, lastError } = entry
    const failure = {
      why: lastError?.message ?? '',
      fields: lastError?.fields ?? {},
      isKnown: lastError?.status === 409,
    }
    return [
      {
        ...{ seq, key, request: wish, isFree: canDiscard(entry), createdAt: new Date(entry.createdAt).toISOString() },
        failure: status === 'failed' ? failure : undefined,
      },
    ]
  })
}

/** Puts another wish in the place of one that was not sent, by its key; answers false when it is too late for that. */
export function reviseRequest(key: string, wish: NewRequest): Promise<boolean> {
  return sendRequest.revise(key, () => wish)
}

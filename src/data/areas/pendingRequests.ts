import type { NewRequest } from '#contract/requests.ts'
import { canDiscard } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { sendRequest } from './requests.ts'

/** A title request that the server has not acknowledged, and the actions available on it. */
export interface PendingRequest {
  seq: number
  /** `key` of the `ShownRequest` */
  key: string
  request: NewRequest
  /** ISO time */
  createdAt: string
  /** never sent, or failed: the user can discard it */
  canDiscard: boolean
  /**
   * Set when the entry failed and is not retried automatically. `message`: from the server, may be empty; `fields`:
   * messages by form field; `isDuplicate`: the title was requested before.
   */
  failure: { message: string; fields: Record<string, string[]>; isDuplicate: boolean } | undefined
}

/** Returns the own requests that are pending or failed, newest first. */
export async function pendingRequests(): Promise<PendingRequest[]> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return []
  const entries = await database.outbox.where('entity').startsWith('request:').sortBy('seq')
  return entries.toReversed().flatMap((entry) => {
    const request = sendRequest.read(entry)
    if (!request) return []
    const { seq, key, status, lastError } = entry
    const failure = {
      message: lastError?.message ?? '',
      fields: lastError?.fields ?? {},
      isDuplicate: lastError?.status === 409,
    }
    return [
      {
        ...{ seq, key, request, canDiscard: canDiscard(entry), createdAt: new Date(entry.createdAt).toISOString() },
        failure: status === 'failed' ? failure : undefined,
      },
    ]
  })
}

/** Replaces a queued request by its key; returns false if it was sent already. */
export function reviseRequest(key: string, request: NewRequest): Promise<boolean> {
  return sendRequest.revise(key, () => request)
}

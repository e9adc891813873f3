import { canDiscard } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { createComment } from './comments.ts'

/** An own comment that the server has not acknowledged, and the actions available on it. */
export interface UnsentComment {
  seq: number
  /** `key` of the `ShownComment` */
  key: string
  body: string
  spoiler: boolean
  replyTo: number | null
  /** ISO time */
  createdAt: string
  /** never sent, or failed: the user can discard it */
  canDiscard: boolean
  /** Set when the entry failed and is not retried automatically. `message`: from the server, may be empty. */
  failure: { message: string } | undefined
}

/** Returns the own comments on a title that are pending or failed, oldest first. */
export async function pendingComments(titleId: number): Promise<UnsentComment[]> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return []
  const entries = await database.outbox.where('entity').startsWith(`comment:${titleId}:`).sortBy('seq')
  return entries.flatMap((entry) => {
    const input = createComment.read(entry)
    if (!input) return []
    const { body, spoiler, replyTo } = input
    const { seq, key, status, lastError } = entry
    return [
      {
        ...{ seq, key, body, spoiler: spoiler ?? false, replyTo: replyTo ?? null, canDiscard: canDiscard(entry) },
        createdAt: new Date(entry.createdAt).toISOString(),
        failure: status === 'failed' ? { message: lastError?.message ?? '' } : undefined,
      },
    ]
  })
}

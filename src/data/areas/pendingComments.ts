import { canDiscard } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { createComment } from './comments.ts'

/** A comment that has not reached the server, with what can be done about it. */
export interface UnsentComment {
  seq: number
  /** the same as the comment's on the screen */
  key: string
  body: string
  spoiler: boolean
  replyTo: number | null
  /** ISO time */
  createdAt: string
  /** never attempted, or failed: it can be taken back */
  isFree: boolean
  /** it will not be sent again by itself; `why` is the server's sentence, empty when it said none */
  failure: { why: string } | undefined
}

/** One's own comments on a title that still wait or have failed, oldest first. */
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
        ...{ seq, key, body, spoiler: spoiler ?? false, replyTo: replyTo ?? null, isFree: canDiscard(entry) },
        createdAt: new Date(entry.createdAt).toISOString(),
        failure: status === 'failed' ? { why: lastError?.message ?? '' } : undefined,
      },
    ]
  })
}

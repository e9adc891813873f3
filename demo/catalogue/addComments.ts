import type { Database } from '#server/database/connect.ts'
import { comments } from '#server/database/schema/comments.ts'
import { cleanText } from '#server/http/cleanText.ts'

/** A comment of an author without an account. */
export interface GivenComment {
  titleId: number
  author: string
  body: string
  spoiler?: boolean
  createdAt: Date
  /** oldest first */
  replies?: Omit<GivenComment, 'titleId' | 'replies'>[]
}

/** Inserts the demo comments. */
export async function addComments(database: Database, given: readonly GivenComment[]): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { replies = [], ...top } of given) {
      const rowOf = (one: Omit<GivenComment, 'titleId' | 'replies'>, replyTo: number | null) => ({
        titleId: top.titleId,
        author: one.author,
        body: cleanText(one.body),
        spoiler: one.spoiler ?? false,
        createdAt: one.createdAt,
        replyTo,
        version: 0,
      })
      const [made] = await transaction.insert(comments).values(rowOf(top, null)).returning({ id: comments.id })
      if (made && replies.length > 0) {
        await transaction.insert(comments).values(replies.map((reply) => rowOf(reply, made.id)))
      }
    }
  })
}

import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { titleId } from '#server/catalogue/ids.ts'
import type { Connection } from '#server/database/connect.ts'
import { catalogueState } from '#server/database/schema/catalogue.ts'
import { addComments } from './addComments.ts'
import file from './data/comments.json' with { type: 'json' }

const DAY = 86_400_000
/** Time between two comments of one day, in ms. */
const APART = 97_000

const Written = v.strictObject({
  author: v.string(),
  body: v.string(),
  spoiler: v.optional(v.boolean(), false),
  /** counted from seeding */
  daysAgo: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
const Given = v.strictObject({ ...Written.entries, imdb: v.string(), replies: v.optional(v.array(Written), []) })

/** The demo comments by batch; throws if the file does not match its schema. */
export function readComments(): v.InferOutput<typeof Given>[][] {
  return v.parse(v.array(v.array(Given)), file.batches)
}

/**
 * Inserts the demo comments of batches that were never inserted here, so deleted comments stay deleted. They belong to
 * no account. Returns how many conversations were inserted.
 */
export async function seedComments(connection: Connection, now = new Date()): Promise<number> {
  const batches = readComments()
  return connection.exclusively(({ database }) =>
    database.transaction(async (transaction) => {
      const [state] = await transaction.select({ written: catalogueState.commentsBatch }).from(catalogueState)
      const fresh = state ? batches.slice(state.written).flat() : []
      if (fresh.length === 0) return 0
      await addComments(
        transaction,
        fresh.map(({ imdb, daysAgo, replies, ...comment }, at) => ({
          ...comment,
          titleId: titleId(imdb),
          createdAt: momentOf(daysAgo, at, now),
          replies: replies.map((reply, index) => ({ ...reply, createdAt: momentOf(reply.daysAgo, at - index, now) })),
        })),
      )
      await transaction.update(catalogueState).set({ commentsBatch: sql`${batches.length}` })
      return fresh.length
    }),
  )
}

function momentOf(daysAgo: number, at: number, now: Date): Date {
  return new Date(now.getTime() - daysAgo * DAY - at * APART)
}

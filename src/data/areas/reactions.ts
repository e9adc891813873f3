import * as v from 'valibot'
import { reactionsApi } from '#contract/reactions.ts'
import { Id } from '#contract/shapes.ts'
import { type LikeRow, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { ask } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putAcknowledged } from '#data/sync/pull.ts'

/** Likes a title, or no longer. `name` is for the list of waiting changes. */
export const setLiked = mutation({
  kind: 'reactions.setLiked',
  formatVersion: 1,
  input: v.object({ titleId: Id, liked: v.boolean(), name: v.string() }),
  entity: ({ titleId }) => `like:${titleId}`,
  label: ({ name }) => name,
  apply: (row: LikeRow | undefined, { titleId, liked }): LikeRow => {
    if (row?.likes === undefined || row.liked === liked) return { ...row, titleId, liked, version: row?.version ?? 0 }
    return { ...row, liked, likes: Math.max(0, row.likes + (liked ? 1 : -1)) }
  },
  isSatisfied: async ({ likes }, { titleId, liked }) => ((await likes.get(titleId))?.liked ?? false) === liked,
  isOff: ({ liked }) => !liked,
  request: ({ titleId, liked }) => ask(reactionsApi.like, { params: { id: titleId }, body: { liked } }),
  tables: ['likes'],
  storeAll: ({ likes }, answers) =>
    putAcknowledged(
      likes,
      answers.map(({ reply, seq }) => ({ row: reply.data, seq })),
    ),
  // Its version stays: an older page must not bring the like back.
  gone: ({ likes }, { titleId }, goneWith) => likes.update(titleId, { liked: false, goneWith }),
})

export interface LikeState {
  liked: boolean
  /** as far as this device knows; nothing when it has never heard */
  likes: number | undefined
  pending: boolean
}

/** Whether the person likes a title, with what waits laid over it. */
export async function likeState(titleId: number): Promise<LikeState> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return { liked: false, likes: undefined, pending: false }
  return database.transaction('r', database.likes, database.outbox, async () => {
    const row = readable(await database.likes.get(titleId))
    const waiting = await pendingEntries(database, [`like:${titleId}`])
    const folded = waiting.reduce<LikeRow | undefined>((state, entry) => setLiked.applyEntry(state, entry), row)
    return { liked: folded?.liked ?? false, likes: folded?.likes, pending: waiting.length > 0 }
  })
}

/** What a title's page said about the person, true up to `version` of that person's rows. */
export async function storeLike(
  titleId: number,
  { liked, version }: { liked: boolean; version: number },
  likes: number,
) {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  await database.transaction('rw', database.likes, async () => {
    const row = readable(await database.likes.get(titleId))
    if (row && row.version > version) return
    await database.likes.put({ titleId, liked, likes, version })
  })
}

function readable(row: LikeRow | undefined): LikeRow | undefined {
  return typeof row?.liked === 'boolean' && typeof row.version === 'number' ? row : undefined
}

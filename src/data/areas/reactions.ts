import * as v from 'valibot'
import { reactionsApi } from '#contract/reactions.ts'
import { Id } from '#contract/shapes.ts'
import { type LikeRow, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { ask, call } from '#data/network/call.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { mutation } from '#data/sync/mutation.ts'
import { deltaPull, putAcknowledged } from '#data/sync/pull.ts'

/** Sets whether the user likes a title. `name`: for the list of pending changes. */
export const setLiked = mutation({
  kind: 'reactions.setLiked',
  formatVersion: 1,
  input: v.object({ titleId: Id, liked: v.boolean(), name: v.string() }),
  entity: ({ titleId }) => `like:${titleId}`,
  label: ({ name }) => name,
  apply: (row: LikeRow | undefined, { titleId, liked }): LikeRow =>
    row ? recount(row, { ...row, liked }) : { titleId, liked, version: 0 },
  isSatisfied: async ({ likes }, { titleId, liked }) => (await likes.get(titleId))?.liked === liked,
  isOff: ({ liked }) => !liked,
  request: ({ titleId, liked }) => ask(reactionsApi.like, { params: { id: titleId }, body: { liked } }),
  tables: ['likes'],
  storeAll: ({ likes }, answers) =>
    putAcknowledged(
      likes,
      answers.map(({ reply, seq }) => ({ row: reply.data, seq })),
    ),
  // Keeps the version, so that an older cached page cannot restore the like.
  gone: async (database, { titleId }, goneWith) => {
    if ((await database.likes.update(titleId, { liked: false, goneWith })) > 0)
      await likesPull.requestSnapshot(database)
  },
})

/** Syncs the titles that the user likes to the device. */
export const likesPull = deltaPull({
  name: 'likes',
  table: 'likes',
  isOptional: true,
  rowKey: ({ titleId }: LikeRow) => titleId,
  fetch: (query, options) => call(reactionsApi.list, { query }, options),
  row: (item): LikeRow => ('deleted' in item ? { titleId: item.titleId, liked: false, version: item.version } : item),
  join: (before, after) => (after.likes === undefined ? recount(before, after) : after),
})

/** The later row with the number of likes of the earlier one, changed by this user's like. */
function recount(before: LikeRow, after: LikeRow): LikeRow {
  if (before.likes === undefined) return after
  return { ...after, likes: Math.max(0, before.likes + Number(after.liked) - Number(before.liked)) }
}

export interface LikeState {
  /** undefined while this device does not know it: until the likes are fetched or a title's page says it */
  liked: boolean | undefined
  /** number of likes; undefined until known */
  likes: number | undefined
  pending: boolean
}

/** Returns whether the user likes a title, with pending changes applied. */
export async function likeState(titleId: number): Promise<LikeState> {
  const database = await personalDatabaseIfSignedIn()
  // A cookie without a stored session: the user is still being fetched.
  if (!database) {
    const isGuest = readCookieNow(TOKEN_COOKIE) === undefined
    return { liked: isGuest ? false : undefined, likes: undefined, pending: false }
  }
  return database.transaction('r', database.likes, database.outbox, database.meta, async () => {
    const row = validRow(await database.likes.get(titleId))
    const entries = await pendingEntries(database, [`like:${titleId}`])
    const merged = entries.reduce<LikeRow | undefined>((state, entry) => setLiked.applyEntry(state, entry), row)
    const liked = merged?.liked ?? ((await likesPull.hasRun(database)) ? false : undefined)
    return { liked, likes: merged?.likes, pending: entries.length > 0 }
  })
}

/**
 * Stores the like from a title page. `version`: the user's data version at which it was true; an older page changes
 * nothing.
 */
export async function storeLike(
  titleId: number,
  { liked, version }: { liked: boolean; version: number },
  likes: number,
) {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  await database.transaction('rw', database.likes, async () => {
    const row = validRow(await database.likes.get(titleId))
    if (row && row.version > version) return
    await database.likes.put({ titleId, liked, likes, version })
  })
}

function validRow(row: LikeRow | undefined): LikeRow | undefined {
  return typeof row?.liked === 'boolean' && typeof row.version === 'number' ? row : undefined
}

import * as v from 'valibot'
import { reactionsApi } from '#contract/reactions.ts'
import { Id } from '#contract/shapes.ts'
import { type LikeRow, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { ask } from '#data/network/call.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putAcknowledged } from '#data/sync/pull.ts'

/** Sets whether the user likes a title. `name`: for the list of pending changes. */
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
  gone: ({ likes }, { titleId }, goneWith) => likes.update(titleId, { liked: false, goneWith }),
})

export interface LikeState {
  /** undefined while this device does not know it: after its storage was evicted, until the server says */
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
  return database.transaction('r', database.likes, database.outbox, async () => {
    const row = validRow(await database.likes.get(titleId))
    const entries = await pendingEntries(database, [`like:${titleId}`])
    const merged = entries.reduce<LikeRow | undefined>((state, entry) => setLiked.applyEntry(state, entry), row)
    return { liked: merged?.liked, likes: merged?.likes, pending: entries.length > 0 }
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

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { HistoryItem } from '#contract/history.ts'
import type { WatchedRow } from '#contract/imports.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { history } from '#server/database/schema/personal.ts'
import { passFences } from '#server/sync/fence.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import {
  FILM,
  type Flag,
  historyEntity,
  type Mark,
  updateItems,
  watchedItems,
  writeFlags,
  writeMarks,
} from './history.ts'

/**
 * Adds the titles to the history. A title or episode that is listed more than once counts with its last time, at most the
 * time of the mutation. Episodes that the catalogue does not have are left out.
 */
export async function watchImported(
  mutation: Mutation<object, unknown>,
  matched: { id: number; row: WatchedRow }[],
  ids: number[],
) {
  if (ids.length === 0) return new Map()
  const fences = await passFences(
    mutation,
    ids.map((id) => historyEntity({ id })),
  )
  const found = await mutation.transaction
    .select({ id: titles.id, type: titles.type })
    .from(titles)
    .where(inArray(titles.id, ids))
  const types = new Map(found.map(({ id, type }) => [id, type]))
  const episodeIds = await episodeIdsOf(mutation.transaction, matched)
  const watched = new Map<number, WatchedElsewhere>()
  for (const { id, row } of matched) {
    const latest = fences.get(historyEntity({ id }))?.at ?? mutation.createdAt
    const at = timeWithin(row.watchedAt, latest) ?? latest
    const type = types.get(id) ?? 'series'
    const title: WatchedElsewhere = watched.get(id) ?? { titleId: id, at, type, episodes: new Map() }
    if (title.at < at) title.at = at
    for (const { season, number, watchedAt } of row.episodes) {
      const episode = episodeIds.get(`${id} ${season} ${number}`)
      const episodeAt = timeWithin(watchedAt, latest) ?? at
      if (episode !== undefined && (title.episodes.get(episode) ?? 0) < episodeAt)
        title.episodes.set(episode, episodeAt)
    }
    watched.set(id, title)
  }
  return noteWatched(mutation, [...watched.values()])
}

/** An imported time between 1970 and `latest`. */
function timeWithin(text: string | null, latest: Date): Date | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(Math.min(Math.max(time, 0), latest.getTime()))
}

/** The ids of the rows' episodes that the catalogue has, by "title season number". */
async function episodeIdsOf(
  transaction: Mutation<object, unknown>['transaction'],
  matched: { id: number; row: WatchedRow }[],
): Promise<Map<string, number>> {
  const listed = matched.flatMap(({ id, row }) => row.episodes.map(({ season, number }) => ({ id, season, number })))
  if (listed.length === 0) return new Map()
  const found = await transaction
    .select({ id: episodes.id, titleId: episodes.titleId, season: episodes.season, number: episodes.number })
    .from(episodes)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as listed (id integer, season integer, number integer)`,
      and(
        eq(episodes.titleId, sql`listed.id`),
        eq(episodes.season, sql`listed.season`),
        eq(episodes.number, sql`listed.number`),
      ),
    )
  return new Map(found.map(({ id, titleId, season, number }) => [`${titleId} ${season} ${number}`, id]))
}

/** A title watched elsewhere. `at`: when it was watched last. */
interface WatchedElsewhere {
  titleId: number
  type: 'movie' | 'series'
  at: Date
  /** when each episode was watched that the catalogue has, by id */
  episodes: Map<number, Date>
}

/**
 * Adds titles watched elsewhere by the same rules as other marks and flags, in a constant number of statements. Films and
 * episodes are flagged as watched. Series get a mark without a position where their episodes are unknown. Returns the
 * titles in the history.
 */
async function noteWatched(
  mutation: Pick<Mutation<object, unknown>, 'transaction' | 'userId' | 'version' | 'now'>,
  watched: WatchedElsewhere[],
): Promise<Map<number, HistoryItem>> {
  const { transaction, userId, version, now } = mutation
  const ids = watched.map(({ titleId }) => titleId)
  if (ids.length === 0) return new Map()
  const mine = and(eq(history.userId, userId), inArray(history.titleId, ids))
  const begun = ids.map((titleId) => ({ userId, titleId, version, deletedAt: now }))
  await transaction.insert(history).values(begun).onConflictDoNothing()
  const removed = new Map(
    (await transaction.select().from(history).where(mine)).map((row) => [row.titleId, row.removedAt]),
  )
  const isLiving = (titleId: number, at: Date) => {
    const removedAt = removed.get(titleId) ?? null
    return removedAt === null || at > removedAt
  }
  const flags = watched.flatMap(({ titleId, type, at, episodes }) =>
    [...(type === 'movie' ? [[FILM, at] as const] : episodes)]
      .filter(([, flaggedAt]) => isLiving(titleId, flaggedAt))
      .map(([episodeId, flaggedAt]): Flag => ({ userId, titleId, episodeId, watched: true, flaggedAt })),
  )
  const marks = watched
    .filter(({ titleId, type, at, episodes }) => type !== 'movie' && episodes.size === 0 && isLiving(titleId, at))
    .map(({ titleId, at }): Mark => {
      return { userId, titleId, episodeId: FILM, fileId: null, position: 0, duration: 0, watchedAt: at }
    })
  const changed = [...(await writeFlags(transaction, flags)), ...(await writeMarks(transaction, marks))]
  if (changed.length > 0) await updateItems(transaction, mutation, changed)
  return watchedItems(transaction, userId, ids)
}

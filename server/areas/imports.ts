import { and, eq, inArray, sql } from 'drizzle-orm'
import { type ImportRow, importsApi, type WatchedRow } from '#contract/imports.ts'
import { matchTitles } from '#server/catalogue/search/matchTitles.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { passFences } from '#server/sync/fence.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { historyEntity, noteWatched, type WatchedElsewhere } from './history.ts'
import { savedItems, watchlistEntity } from './watchlist.ts'

export function serveImports(api: Api): void {
  serve(
    api,
    importsApi.create,
    mutationHandler(async (mutation: Mutation<object, { rows: ImportRow[] }>) => {
      const { transaction, userId, body } = mutation
      const { matched, ids, missing } = await match(mutation.transaction, body.rows)
      if (matched.length > 0) await save(mutation, ids)
      const saved = await savedItems(transaction, userId, ids)
      return { result: 'applied', data: { saved: ids.flatMap((id) => saved.get(id) ?? []), missing } }
    }),
  )

  serve(
    api,
    importsApi.watched,
    mutationHandler(async (mutation: Mutation<object, { rows: WatchedRow[] }>) => {
      const { matched, ids, missing } = await match(mutation.transaction, mutation.body.rows)
      const watched = await watch(mutation, matched, ids)
      return { result: 'applied', data: { watched: ids.flatMap((id) => watched.get(id) ?? []), missing } }
    }),
  )
}

/** Matches rows with titles: the distinct titles, and the positions of rows without one. */
async function match<Row extends ImportRow>(transaction: Mutation<object, unknown>['transaction'], rows: Row[]) {
  const found = await matchTitles(transaction, rows)
  const matched = rows.flatMap((row, index) => {
    const id = found[index]
    return id === undefined ? [] : { id, row }
  })
  return {
    matched,
    ids: [...new Set(matched.map(({ id }) => id))],
    missing: found.flatMap((id, index) => (id === undefined ? [index] : [])),
  }
}

/**
 * Saves the titles as single mutations would, in a constant number of statements: saved titles stay unchanged, and
 * titles removed by a later change stay removed.
 */
async function save(mutation: Mutation<object, unknown>, titleIds: number[]): Promise<void> {
  const { transaction, userId, version } = mutation
  const fences = await passFences(mutation, titleIds.map(watchlistEntity))
  const saves = titleIds.flatMap((id) => {
    const fence = fences.get(watchlistEntity(id))
    return fence && !fence.isStale ? [{ id, at: fence.at.toISOString() }] : []
  })
  await transaction.execute(sql`
    insert into ${watchlist} as existing (user_id, title_id, saved_at, version)
    select ${userId}, id, at, ${version} from jsonb_to_recordset(${JSON.stringify(saves)}::jsonb) as row (id integer, at timestamptz)
    on conflict (user_id, title_id) do update
      set saved_at = excluded.saved_at, version = excluded.version, deleted_at = null
      where existing.deleted_at is not null`)
}

/**
 * Adds the titles to the history. A title or episode that is listed more than once counts with its last time, at most the
 * time of the mutation. Episodes that the catalogue does not have are left out.
 */
async function watch(mutation: Mutation<object, unknown>, matched: { id: number; row: WatchedRow }[], ids: number[]) {
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
  const episodeIds = await episodesOf(mutation.transaction, matched)
  const watched = new Map<number, WatchedElsewhere & { episodes: Map<number, Date> }>()
  for (const { id, row } of matched) {
    const latest = fences.get(historyEntity({ id }))?.at ?? mutation.createdAt
    const at = timeWithin(row.watchedAt, latest) ?? latest
    const title = watched.get(id) ?? { titleId: id, at, type: types.get(id) ?? 'series', episodes: new Map() }
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
async function episodesOf(
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

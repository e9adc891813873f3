import { sql } from 'drizzle-orm'
import { type ImportRow, importsApi, type WatchedRow } from '#contract/imports.ts'
import { matchTitles } from '#server/catalogue/search/matchTitles.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { passFences } from '#server/sync/fence.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { watchImported } from './importedHistory.ts'
import { formerEntityOf } from './mergedTitles.ts'
import { savedItems, watchlistEntity } from './watchlist.ts'

export function serveImports(api: Api): void {
  serve(
    api,
    importsApi.create,
    mutationHandler(async (mutation: Mutation<object, { rows: ImportRow[] }>) => {
      const { transaction, userId, body } = mutation
      const { matched, ids, missing } = await match(mutation.transaction, body.rows)
      if (matched.length > 0) await save({ ...mutation, formerEntity: formerEntityOf(matched) }, ids)
      const saved = await savedItems(transaction, userId, ids)
      return { result: 'applied', data: { saved: ids.flatMap((id) => saved.get(id) ?? []), missing } }
    }),
  )

  serve(
    api,
    importsApi.watched,
    mutationHandler(async (mutation: Mutation<object, { rows: WatchedRow[] }>) => {
      const { matched, ids, missing } = await match(mutation.transaction, mutation.body.rows)
      const imported = { ...mutation, formerEntity: formerEntityOf(matched) }
      const watched = await watchImported(imported, matched, ids)
      return { result: 'applied', data: { watched: ids.flatMap((id) => watched.get(id) ?? []), missing } }
    }),
  )
}

/** Matches rows with titles: the distinct titles, and the positions of rows without one. */
async function match<Row extends ImportRow>(transaction: Mutation<object, unknown>['transaction'], rows: Row[]) {
  const found = await matchTitles(transaction, rows)
  const matched = rows.flatMap((row, index) => {
    const title = found[index]
    return title === undefined ? [] : { ...title, row }
  })
  return {
    matched,
    ids: [...new Set(matched.map(({ id }) => id))],
    missing: found.flatMap((title, index) => (title === undefined ? [index] : [])),
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

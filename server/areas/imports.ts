import { sql } from 'drizzle-orm'
import { type ImportRow, importsApi } from '#contract/imports.ts'
import { matchTitles } from '#server/catalogue/matchTitles.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { takePlaces } from '#server/mutationOrder.ts'
import { queued, type Wish } from '#server/mutations.ts'
import { type Api, serve } from '#server/serve.ts'
import { savedItems, watchlistEntity } from './watchlist.ts'

export function serveImports(api: Api): void {
  serve(
    api,
    importsApi.create,
    queued(async (wish: Wish<object, { rows: ImportRow[] }>) => {
      const { transaction, userId, body } = wish
      const matched = await matchTitles(transaction, body.rows)
      const ids = [...new Set(matched.filter((id) => id !== undefined))]
      if (ids.length > 0) await save(wish, ids)
      const saved = await savedItems(transaction, userId, ids)
      return {
        result: 'applied',
        data: {
          saved: ids.flatMap((id) => saved.get(id) ?? []),
          missing: matched.flatMap((id, place) => (id === undefined ? [place] : [])),
        },
      }
    }),
  )
}

/**
 * As if each title had been saved on its own, in a few statements for all: what is saved already stays as it is, and what
 * was taken off by a later tap stays off.
 */
async function save(wish: Wish<object, unknown>, titleIds: number[]): Promise<void> {
  const { transaction, userId, version } = wish
  const places = await takePlaces(wish, titleIds.map(watchlistEntity))
  const saves = titleIds.flatMap((id) => {
    const place = places.get(watchlistEntity(id))
    return place && !place.isOvertaken ? [{ id, at: place.at.toISOString() }] : []
  })
  await transaction.execute(sql`
    insert into ${watchlist} as kept (user_id, title_id, saved_at, version)
    select ${userId}, id, at, ${version} from jsonb_to_recordset(${JSON.stringify(saves)}::jsonb) as row (id integer, at timestamptz)
    on conflict (user_id, title_id) do update
      set saved_at = excluded.saved_at, version = excluded.version, deleted_at = null
      where kept.deleted_at is not null`)
}

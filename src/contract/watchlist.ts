import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage } from './sync.ts'
import { TitleCard } from './titleCards.ts'

export const WatchlistItem = v.object({ titleId: Id, title: TitleCard, savedAt: IsoTime, version: Version })
export type WatchlistItem = v.InferOutput<typeof WatchlistItem>

/** A removed row: the tombstone of a delta. */
const WatchlistTombstone = v.object({ titleId: Id, deleted: v.literal(true), version: Version })

const NotSaved = v.object({ titleId: Id, saved: v.literal(false), version: Version })

/** Desired state, so that a replayed mutation changes nothing the second time; without it the call toggles. */
const SetSaved = v.object({ saved: v.optional(v.boolean()) })

export const watchlistApi = {
  /** The saved titles, last saved first; with `since` the changes after that cursor. */
  list: endpoint('GET', '/api/user/watchlist', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([WatchlistTombstone, WatchlistItem])),
  }),
  /** Saves a title or removes it. */
  set: endpoint('POST', '/api/user/watchlist/:id', {
    access: 'user',
    queued: true,
    params: v.object({ id: IdText }),
    body: SetSaved,
    reply: acknowledged(v.union([NotSaved, WatchlistItem])),
  }),
}

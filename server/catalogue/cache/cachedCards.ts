import { sql } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import { titles } from '#server/database/schema/catalogue.ts'

/** A title's last write, in seconds: identifies the state of its card. */
export const stamp = sql`extract(epoch from updated_at)::float8`.mapWith(Number)

/** A row to present as a card. */
interface Stamped {
  id: number
  stamp: number
}

/** Maximum number of cached cards, about 1 kB each. A few titles are shown often, most hardly ever. */
const MAX_CARDS = 20_000

interface CachedCard {
  stamp: number
  card: TitleCard
}

const caches = new WeakMap<Database, Map<number, CachedCard>>()

/**
 * Returns the cards of rows, in their order. A cached card is valid until its title is written. Reading and building
 * cards is most of a reply's cost, and the same titles are in most replies.
 */
export async function cachedCards(database: Database, rows: readonly Stamped[]): Promise<TitleCard[]> {
  const cards = caches.get(database) ?? new Map<number, CachedCard>()
  caches.set(database, cards)
  const missing = rows.filter(({ id, stamp }) => cards.get(id)?.stamp !== stamp).map(({ id }) => id)
  // Read before new cards are added, which may evict these.
  const answer = new Map(rows.map(({ id }) => [id, cards.get(id)?.card]))
  if (missing.length > 0) {
    if (cards.size + missing.length > MAX_CARDS) cards.clear()
    const read = await database
      .select({ ...cardColumns, stamp })
      .from(titles)
      .where(isOneOf(titles.id, missing))
    for (const { stamp, ...row } of read) {
      const card = cardOf(row)
      cards.set(row.id, { stamp, card })
      answer.set(row.id, card)
    }
  }
  return rows.flatMap(({ id }) => answer.get(id) ?? [])
}

import { sql } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'

/** Which state of a title is meant: when it was last written, in seconds. */
export const stamp = sql`extract(epoch from updated_at)::float8`.mapWith(Number)

/** A row of a list that has still to become a card. */
interface Stamped {
  id: number
  stamp: number
}

/** So many cards stay made, of a kilobyte each: some of a catalogue are shown again and again, most hardly ever. */
const MOST = 20_000

interface Kept {
  stamp: number
  card: TitleCard
}

const kept = new WeakMap<Database, Map<number, Kept>>()

/**
 * The cards of some rows, in their order. What was made once is not read again until its title is written: reading and
 * making the cards costs most of an answer, and the same ones come up in most of them.
 */
export async function cachedCards(database: Database, rows: readonly Stamped[]): Promise<TitleCard[]> {
  const cards = kept.get(database) ?? new Map<number, Kept>()
  kept.set(database, cards)
  const missing = rows.filter(({ id, stamp }) => cards.get(id)?.stamp !== stamp).map(({ id }) => id)
  // Taken before others come in, who may need the room.
  const answer = new Map(rows.map(({ id }) => [id, cards.get(id)?.card]))
  if (missing.length > 0) {
    if (cards.size + missing.length > MOST) cards.clear()
    const read = await database
      .select({ ...cardColumns, stamp })
      .from(titles)
      .where(sql`id = any (${`{${missing.join()}}`}::integer[])`)
    for (const { stamp, ...row } of read) {
      const card = cardOf(row)
      cards.set(row.id, { stamp, card })
      answer.set(row.id, card)
    }
  }
  return rows.flatMap(({ id }) => answer.get(id) ?? [])
}

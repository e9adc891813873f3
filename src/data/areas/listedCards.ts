import type { TitleCard } from '#contract/titleCards.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'

/**
 * Puts newer cards into the rows of the signed-in user's lists. A row has the card of the time when the server sent the row,
 * and the server does not send it again when only the title changes, for example its poster.
 */
export async function updateListedCards(cards: readonly TitleCard[]): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  if (!database || cards.length === 0) return
  const ids = cards.map(({ id }) => id)
  const { watchlist, history } = database
  await database.transaction('rw', watchlist, history, async () => {
    await watchlist.bulkPut(withNewerCards(await watchlist.bulkGet(ids), cards))
    await history.bulkPut(withNewerCards(await history.bulkGet(ids), cards))
  })
}

/** The rows that have an older card, with the card of the same place. */
function withNewerCards<Row extends { title?: TitleCard }>(
  rows: readonly (Row | undefined)[],
  cards: readonly TitleCard[],
): (Row & { title: TitleCard })[] {
  return cards.flatMap((title, at) => {
    const row = rows[at]
    return row?.title && isNewer(title, row.title) ? [{ ...row, title }] : []
  })
}

function isNewer(card: TitleCard, than: TitleCard): boolean {
  return (card.updatedAt ?? '') > (than.updatedAt ?? '')
}

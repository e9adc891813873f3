import type { TitleCard } from '#contract/titleCards.ts'
import type { TestDevice } from './device.ts'

/** Finds the released title of the small catalogue that has the most votes and matches a condition. */
export async function cardFinder({ server }: TestDevice): Promise<(is: (card: TitleCard) => boolean) => TitleCard> {
  const { json } = await server.createGuest().get('/api/titles/search?order_by=votes&per_page=100')
  return (is) => {
    const card = (json.data as TitleCard[]).find((one) => !one.isComing && is(one))
    if (!card) throw new Error('the small catalogue has no such title')
    return card
  }
}

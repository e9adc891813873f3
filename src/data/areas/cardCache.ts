import * as v from 'valibot'
import { PersonCard } from '#contract/people.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { device } from '#data/database/device.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'

/** Stores title cards for offline search and page headers. */
export async function rememberCards(cards: TitleCard[]) {
  const at = clock.now()
  const { cards: table } = await device()
  await table.bulkPut(cards.map((card) => ({ id: card.id, card: v.parse(TitleCard, card), at })))
}

/** Stores person cards for offline search and page headers. */
export async function rememberPeople(people: PersonCard[]) {
  const at = clock.now()
  const { people: table } = await device()
  await table.bulkPut(people.map((person) => ({ id: person.id, person: v.parse(PersonCard, person), at })))
}

/** Returns the cached card with this IMDb id. */
export async function cachedCardByImdb(imdb: string): Promise<TitleCard | undefined> {
  const cached = await (await device()).cards
    .where('card.imdb')
    .equals(imdb)
    .first()
    .catch(ignoring(...STORAGE_ERRORS))
  const read = v.safeParse(TitleCard, cached?.card)
  return read.success ? read.output : undefined
}

import {
  FULL_QUERY_OVER,
  MENU_PEOPLE,
  MENU_PEOPLE_OVER,
  MENU_QUERY_MIN,
  MENU_TITLES,
  QUERY_MAX,
} from '#contract/limits.ts'

export type Tab = 'titles' | 'people'
export type SearchView = 'menu' | Tab

/** Which panel the search shows (specification, section 4). */
export function searchViewFor(input: string, tab: Tab): SearchView {
  if (input === '') return 'menu'
  return tab
}

/** The query as it is asked: without the blanks around it, and no longer than anyone answers. */
export function queryOf(input: string): string {
  return [...input.trim()].slice(0, QUERY_MAX).join('')
}

/** Whether the menu searches for it (specification, section 5: at least 2 characters, not blank). */
export function isSearchable(query: string): boolean {
  return [...query].length >= MENU_QUERY_MIN
}

/** Whether the full search opens for it (specification, section 5: more than 2 characters). */
export function opensFullSearch(query: string): boolean {
  return [...query].length > FULL_QUERY_OVER
}

/** What of the results shows; `hasMore`: a link leads to the rest (specification, sections 2 and 9). */
export interface Shown<Card> {
  cards: Card[]
  hasMore: boolean
}

/** On a desk six titles, and a link when there are more; on phones all of them. */
export function shownTitles<Card>(cards: Card[], isMobile: boolean): Shown<Card> {
  if (isMobile || cards.length <= MENU_TITLES) return { cards, hasMore: false }
  return { cards: cards.slice(0, MENU_TITLES), hasMore: true }
}

/** On a desk six people when there are more than eight; on phones all of them. */
export function shownPeople<Card>(cards: Card[], isMobile: boolean): Shown<Card> {
  if (isMobile || cards.length <= MENU_PEOPLE_OVER) return { cards, hasMore: false }
  return { cards: cards.slice(0, MENU_PEOPLE), hasMore: false }
}

/** The option the arrow keys lead to: round and round, and from none to the first or the last. */
export function optionAfter(current: number, count: number, step: 1 | -1): number {
  if (count === 0) return -1
  if (current < 0) return step === 1 ? 0 : count - 1
  return (current + step + count) % count
}

/** id of the button that takes a recent search away, by that of its option. */
export function forgetIdOf(optionId: string): string {
  return `${optionId}-forget`
}

/** What shows for a query, and which answer it was made of. */
export interface StableResults<Card> {
  /** the query; nothing for an answer to another one */
  key: string | undefined
  answer: Card[]
  cards: Card[]
}

/**
 * What shows when another answer to the same query is there: that answer, unless somebody is about to choose. Then nothing
 * moves under the finger: what shows stays in its place, and what is new stands below.
 */
export function keepOrderWhileHeld<Card extends { id: number }>(
  shown: StableResults<Card>,
  key: string | undefined,
  answer: Card[],
  isHeld: boolean,
): StableResults<Card> {
  if (shown.key === key && shown.answer === answer) return shown
  if (shown.key !== key || !isHeld) return { key, answer, cards: answer }
  const news = new Map(answer.map((card) => [card.id, card]))
  const stay = shown.cards.map((card) => news.get(card.id) ?? card)
  const staying = new Set(stay.map(({ id }) => id))
  return { key, answer, cards: [...stay, ...answer.filter(({ id }) => !staying.has(id))] }
}

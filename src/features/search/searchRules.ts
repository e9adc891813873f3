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

/** The panel for an input (docs/specification.md, section 4). */
export function searchViewFor(input: string, tab: Tab): SearchView {
  if (input === '') return 'menu'
  return tab
}

/** The query as sent: trimmed and cut to the maximum length. */
export function queryOf(input: string): string {
  return [...input.trim()].slice(0, QUERY_MAX).join('')
}

/** Whether the menu searches for a query (docs/specification.md, section 5: at least 2 characters, not blank). */
export function isSearchable(query: string): boolean {
  return [...query].length >= MENU_QUERY_MIN
}

/** Whether the full search opens for a query (docs/specification.md, section 5: more than 2 characters). */
export function opensFullSearch(query: string): boolean {
  return [...query].length > FULL_QUERY_OVER
}

/** The visible part of the results; `hasMore`: a link leads to the rest (docs/specification.md, sections 2 and 9). */
export interface Shown<Card> {
  cards: Card[]
  hasMore: boolean
}

/** Desktop: six titles and a link if there are more. Phones: all. */
export function shownTitles<Card>(cards: Card[], isMobile: boolean): Shown<Card> {
  if (isMobile || cards.length <= MENU_TITLES) return { cards, hasMore: false }
  return { cards: cards.slice(0, MENU_TITLES), hasMore: true }
}

/** Desktop: six people if there are more than eight. Phones: all. */
export function shownPeople<Card>(cards: Card[], isMobile: boolean): Shown<Card> {
  if (isMobile || cards.length <= MENU_PEOPLE_OVER) return { cards, hasMore: false }
  return { cards: cards.slice(0, MENU_PEOPLE), hasMore: false }
}

/** Index of the option that an arrow key selects, wrapping around. */
export function optionAfter(current: number, count: number, step: 1 | -1): number {
  if (count === 0) return -1
  if (current < 0) return step === 1 ? 0 : count - 1
  return (current + step + count) % count
}

/** Id of the button that removes a recent search. */
export function forgetIdOf(optionId: string): string {
  return `${optionId}-forget`
}

/** The shown results and the answer they were made from. */
export interface StableResults<Card> {
  /** The query; undefined for an answer to another query. */
  key: string | undefined
  answer: Card[]
  cards: Card[]
}

/**
 * Results to show after a new answer to the same query. While the user is about to choose, shown results keep their
 * order and new ones are appended.
 */
export function stableOrder<Card extends { id: number }>(
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

import { fold } from '#contract/persian.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/** What an item is found by, folded once: reading ten thousand cards at every letter would be felt. */
const texts = new WeakMap<object, string>()

/**
 * Whether an item answers what is typed into a list of one's own: every word must be met at its start. Nothing when nothing
 * is asked.
 */
export function matchesQuery<Item extends object>(
  q: string,
  cardOf: (item: Item) => TitleCard,
): ((item: Item) => boolean) | undefined {
  const words = fold(q).split(' ').filter(Boolean)
  if (words.length === 0) return undefined
  return (item) => {
    const text = texts.get(item) ?? textOf(cardOf(item))
    texts.set(item, text)
    return words.every((word) => text.includes(` ${word}`))
  }
}

/** With a blank before each word. */
function textOf({ titleFa, titleEn, year }: TitleCard): string {
  return ` ${fold(titleFa)} ${fold(titleEn)} ${year ?? ''}`
}

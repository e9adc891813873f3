import { fold } from '#contract/persian.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/** Folded search text of each item, cached because folding ten thousand cards per key press is noticeable. */
const texts = new WeakMap<object, string>()

/** Predicate that matches items in which every word of `q` starts a word. Undefined when `q` is blank. */
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

/** A space before each word makes word starts searchable. */
function textOf({ titleFa, titleEn, year }: TitleCard): string {
  return ` ${fold(titleFa)} ${fold(titleEn)} ${year ?? ''}`
}

import { fold } from '#contract/persian.ts'
import { generateCatalogue } from '#demo/catalogue/generateCatalogue.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { seededRandom } from '#server/pictures/seededRandom.ts'

/** Queries of each kind: enough that few repeat within a round. */
const EACH = 400
/** Made-up titles to search for; they are the same in every catalogue of this size. */
const MADE_UP = 4000

/**
 * Typical queries by kind, made of names of known and made-up titles in both languages. The same in every run.
 */
export function queriesByKind() {
  const random = seededRandom('queries')
  const { titles, people } = readCatalogue()
  const madeUp = [...generateCatalogue(0, MADE_UP)].flatMap(({ catalogue }) => catalogue.titles)
  const names = (words: number) =>
    [titles, madeUp].map((list) =>
      list.flatMap(({ titleFa, titleEn }) =>
        [titleFa, titleEn].map((name) => fold(name).split(' ')).filter((parts) => parts.length >= words),
      ),
    )
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[Math.floor(random.unit() * list.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  const some = (make: () => string) => Array.from({ length: EACH }, make)
  /** Takes `count` adjacent words of a name. */
  const words = (count: number) => {
    const lists = names(count)
    return some(() => {
      const parts = pick(pick(lists))
      const from = random.whole(0, parts.length - count)
      return parts.slice(from, from + count).join(' ')
    })
  }
  const single = words(1)
  const fullNames = [...people].flatMap(([en, { fa }]) => [fa, en])
  return {
    twoLetters: words(1)
      .map((word) => [...word].slice(0, 2).join(''))
      .filter((start) => [...start].length === 2),
    oneWord: single,
    begun: single.map((word) => [...word].slice(0, random.whole(3, 5)).join('')),
    twoWords: words(2),
    threeWords: words(3),
    /** Swaps two adjacent letters of a longer word. */
    mistyped: words(1)
      .filter((word) => [...word].length > 4)
      .map((word) => {
        const letters = [...word]
        const at = random.whole(1, letters.length - 2)
        return [...letters.slice(0, at), ...letters.slice(at, at + 2).reverse(), ...letters.slice(at + 2)].join('')
      }),
    people: some(() => pick(pick(fullNames).split(' '))),
  }
}

import type { CollectionCard } from '#contract/collections.ts'

/** The collections with a poster in front that stands in front of no other before it, as far as there are any. */
export function withDistinctCovers(collections: CollectionCard[]): CollectionCard[] {
  const taken = new Set<string | null>()
  return collections.map((collection) => {
    const { covers } = collection
    const front = covers.find(({ poster }) => !taken.has(poster)) ?? covers[0]
    if (!front) return collection
    taken.add(front.poster)
    return { ...collection, covers: [front, ...covers.filter((cover) => cover !== front)] }
  })
}

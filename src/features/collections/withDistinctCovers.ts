import type { CollectionCard } from '#contract/collections.ts'

/** Reorders covers so that, where possible, no two collections have the same poster in front. */
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

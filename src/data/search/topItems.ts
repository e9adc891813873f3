/** The first few in some order of all that were offered. */
export interface TopItems<Item> {
  offer(item: Item): void
  /** In order. */
  items(): readonly Item[]
}

/** What comes in is put in its place among at most `most`, without ordering the rest; equal ones are one. */
export function createTopItems<Item>(compare: (one: Item, other: Item) => number, most: number): TopItems<Item> {
  const first: Item[] = []
  return {
    offer(item) {
      let at = first.length
      for (let before = first[at - 1]; before !== undefined; before = first[--at - 1]) {
        const order = compare(before, item)
        if (order === 0) return
        if (order < 0) break
      }
      if (at >= most) return
      first.splice(at, 0, item)
      if (first.length > most) first.pop()
    },
    items: () => first,
  }
}

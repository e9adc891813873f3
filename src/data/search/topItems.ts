/** Collects the top items in sort order. */
export interface TopItems<Item> {
  offer(item: Item): void
  /** Returns the collected items in order. */
  items(): readonly Item[]
}

/** Keeps at most `limit` items without sorting the others. Items that compare as equal count as one. */
export function createTopItems<Item>(compare: (one: Item, other: Item) => number, limit: number): TopItems<Item> {
  const top: Item[] = []
  return {
    offer(item) {
      let index = top.length
      for (let before = top[index - 1]; before !== undefined; before = top[--index - 1]) {
        const order = compare(before, item)
        if (order === 0) return
        if (order < 0) break
      }
      if (index >= limit) return
      top.splice(index, 0, item)
      if (top.length > limit) top.pop()
    },
    items: () => top,
  }
}

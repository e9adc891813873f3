/** A sorted list that can be read from any position. */
export interface SortedList<Item> {
  /** Adds an item; it is sorted in at the next read. */
  add(item: Item): void
  remove(item: Item): void
  /** Returns all items in order. The array is only valid until the next change. */
  items(): readonly Item[]
  /**
   * Returns the index of the first item for which `isBefore` is false. `isBefore` must be true for a prefix of the list
   * and false for the rest.
   */
  partitionPoint(isBefore: (item: Item) => boolean): number
  /** Sorts new items in, step by step. If the list changes meanwhile, the next read sorts instead. */
  sortInSteps(): Iterable<void>
}

/** Items sorted or merged per step: a few milliseconds on a slow phone. */
const STEP_SIZE = 256
/** Up to this many new items are inserted one by one, which is faster than merging the whole list. */
const MAX_INSERTS = 200

/**
 * Creates a sorted list. `compare` must return 0 only for the same item. Adding and removing single items does not
 * visit the whole list.
 */
export function createSortedList<Item>(compare: (one: Item, other: Item) => number): SortedList<Item> {
  let sorted: Item[] = []
  let unsorted = new Set<Item>()
  let revision = 0

  function partitionPoint(isBefore: (item: Item) => boolean): number {
    let from = 0
    let to = sorted.length
    while (from < to) {
      const middle = (from + to) >> 1
      const item = sorted[middle]
      if (item !== undefined && isBefore(item)) from = middle + 1
      else to = middle
    }
    return from
  }

  function* sortInSteps() {
    if (unsorted.size === 0) return
    if (unsorted.size <= MAX_INSERTS) {
      for (const one of unsorted) sorted.splice(insertionIndex(one), 0, one)
      return replaceSorted(sorted)
    }
    const startRevision = revision
    const all = [...unsorted]
    let runs: Item[][] = []
    for (let at = 0; at < all.length; at += STEP_SIZE) {
      runs.push(all.slice(at, at + STEP_SIZE).sort(compare))
      yield
    }
    while (runs.length > 1) {
      const longer: Item[][] = []
      for (let at = 0; at < runs.length; at += 2) {
        longer.push(yield* mergeInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare))
      }
      runs = longer
    }
    const result = yield* mergeInSteps(sorted, runs[0] ?? [], compare)
    if (revision === startRevision) replaceSorted(result)
  }

  function replaceSorted(all: Item[]) {
    revision++
    sorted = all
    unsorted = new Set()
  }

  const sortNow = () => void [...sortInSteps()]

  const insertionIndex = (one: Item) => partitionPoint((item) => compare(item, one) < 0)

  return {
    add(item) {
      revision++
      unsorted.add(item)
    },
    remove(item) {
      revision++
      if (unsorted.delete(item)) return
      const at = insertionIndex(item)
      if (sorted[at] === item) sorted.splice(at, 1)
    },
    items() {
      sortNow()
      return sorted
    },
    partitionPoint(isBefore) {
      sortNow()
      return partitionPoint(isBefore)
    },
    sortInSteps,
  }
}

/** Merges two lists sorted by `compare`. */
export function mergeSorted<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Item[] {
  const steps = mergeInSteps(one, other, compare)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* mergeInSteps<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<undefined, Item[]> {
  const all: Item[] = []
  let next = 0
  let yieldAt = STEP_SIZE
  for (const item of one) {
    for (let before = other[next]; before !== undefined && compare(before, item) < 0; before = other[++next]) {
      all.push(before)
    }
    all.push(item)
    if (all.length < yieldAt) continue
    yieldAt = all.length + STEP_SIZE
    yield
  }
  return all.concat(other.slice(next))
}

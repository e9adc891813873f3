/** Things in an order of their own, to be walked from any place. */
export interface SortedList<Item> {
  /** Unless it is taken out again it has its place from the next look on. */
  add(item: Item): void
  remove(item: Item): void
  /** All, in order: to be read at once and not to be kept. */
  items(): readonly Item[]
  /** Where the first one stands that `isBefore` says no of: it says yes of all before one place and of none behind it. */
  firstNot(isBefore: (item: Item) => boolean): number
  /** Puts new ones in their places, piece by piece. Should the list change meanwhile, the next look does it. */
  sortInSteps(): Iterable<void>
}

/** Sorted or merged at a time: a few milliseconds of a slow phone. */
const PIECE = 256
/** So many are put in their places one by one: that costs less than going through all. */
const FEW = 200

/** `compare` is never 0 but for one and the same. What is put in and taken out one by one costs no walk through all. */
export function createSortedList<Item>(compare: (one: Item, other: Item) => number): SortedList<Item> {
  let sorted: Item[] = []
  let fresh = new Set<Item>()
  let changes = 0

  function firstNot(isBefore: (item: Item) => boolean): number {
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

  function* settling() {
    if (fresh.size === 0) return
    if (fresh.size <= FEW) {
      for (const one of fresh) sorted.splice(placeOf(one), 0, one)
      return settled(sorted)
    }
    const before = changes
    const all = [...fresh]
    let runs: Item[][] = []
    for (let at = 0; at < all.length; at += PIECE) {
      runs.push(all.slice(at, at + PIECE).sort(compare))
      yield
    }
    while (runs.length > 1) {
      const longer: Item[][] = []
      for (let at = 0; at < runs.length; at += 2) {
        longer.push(yield* merging(runs[at] ?? [], runs[at + 1] ?? [], compare))
      }
      runs = longer
    }
    const made = yield* merging(sorted, runs[0] ?? [], compare)
    if (changes === before) settled(made)
  }

  function settled(all: Item[]) {
    changes++
    sorted = all
    fresh = new Set()
  }

  const settle = () => void [...settling()]

  const placeOf = (one: Item) => firstNot((item) => compare(item, one) < 0)

  return {
    add(item) {
      changes++
      fresh.add(item)
    },
    remove(item) {
      changes++
      if (fresh.delete(item)) return
      const at = placeOf(item)
      if (sorted[at] === item) sorted.splice(at, 1)
    },
    items() {
      settle()
      return sorted
    },
    firstNot(isBefore) {
      settle()
      return firstNot(isBefore)
    },
    sortInSteps: settling,
  }
}

/** Two lists in the same order as one. */
export function merged<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Item[] {
  const steps = merging(one, other, compare)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* merging<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<undefined, Item[]> {
  const all: Item[] = []
  let next = 0
  let told = PIECE
  for (const item of one) {
    for (let before = other[next]; before !== undefined && compare(before, item) < 0; before = other[++next]) {
      all.push(before)
    }
    all.push(item)
    if (all.length < told) continue
    told = all.length + PIECE
    yield
  }
  return all.concat(other.slice(next))
}

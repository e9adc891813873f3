/** A seeded pseudo-random generator (mulberry32). */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer from 0 to `most` - 1. */
  below(most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Creates a generator for a concurrent task, so that timing does not change the numbers. */
  fork(): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(roll() * most)
  return {
    next: roll,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
    fork: () => createRandom(below(2 ** 32)),
  }
}

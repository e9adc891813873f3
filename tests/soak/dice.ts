/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Dice {
  /** in [0, 1) */
  roll(): number
  /** below `most` */
  below(most: number): number
  one<Item>(items: readonly Item[]): Item
  /** Dice of their own for somebody who rolls at times of their own. */
  other(): Dice
}

export function dice(seed: number): Dice {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(roll() * most)
  return {
    roll,
    below,
    one(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
    other: () => dice(below(2 ** 32)),
  }
}

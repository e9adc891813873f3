/** Random numbers that are the same for the same seed. */
export type SeededRandom = {
  /** 0 ≤ n < 1 */
  unit(): number
  between(low: number, high: number): number
  /** an integer, both ends included */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly [Item, ...Item[]]): Item
  /** −1 or 1 */
  sign(): number
}

/** Creates the generator of a seed; equal on every machine (32-bit integer arithmetic). */
export function seededRandom(seed: string): SeededRandom {
  let state = hash(seed)
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    chance: (probability) => unit() < probability,
    pick: (list) => list[Math.floor(unit() * list.length)] ?? list[0],
    sign: () => (unit() < 0.5 ? -1 : 1),
  }
}

function hash(seed: string): number {
  let state = 1779033703 ^ seed.length
  for (let at = 0; at < seed.length; at++) {
    state = Math.imul(state ^ seed.charCodeAt(at), 3432918353)
    state = (state << 13) | (state >>> 19)
  }
  state = Math.imul(state ^ (state >>> 16), 2246822507)
  state = Math.imul(state ^ (state >>> 13), 3266489909)
  return (state ^ (state >>> 16)) >>> 0
}

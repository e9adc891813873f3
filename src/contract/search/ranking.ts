/** How a name matches: 0 equal, 1 prefix, 2 contains the words. */
export type NameMatch = 0 | 1 | 2

export function nameMatchOf(names: readonly string[], asked: readonly string[]): NameMatch {
  let best: NameMatch = 2
  for (const name of names) {
    for (const one of asked) {
      if (!name.startsWith(one)) continue
      if (name.length === one.length) return 0
      best = 1
    }
  }
  return best
}

/** The ranking criteria of a result. */
export interface Ranked {
  id: number
  /** typos in the query, as counted by `bestMatch` */
  cost: number
  nameMatch: NameMatch
  /** votes; for people, the votes of their known works */
  weight: number
}

/** Sorts exact spelling before typos, then equal names, prefixes and other matches, then by votes. */
export function compareByRank(one: Ranked, other: Ranked): number {
  return (
    one.cost - other.cost ||
    one.nameMatch - other.nameMatch ||
    other.weight - one.weight ||
    // An arbitrary order that is the same on server and device.
    other.id - one.id
  )
}

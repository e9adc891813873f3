/** How near a name is to what was asked: it is the name; the name begins so; the words stand somewhere in it. */
export type NameMatch = 0 | 1 | 2

export function nameMatchOf(names: readonly string[], asked: readonly string[]): NameMatch {
  let nearness: NameMatch = 2
  for (const name of names) {
    for (const one of asked) {
      if (!name.startsWith(one)) continue
      if (name.length === one.length) return 0
      nearness = 1
    }
  }
  return nearness
}

/** What decides the place of something found. */
export interface Ranked {
  id: number
  /** wrong letters of the query, if this is what was meant (`meantBy`) */
  cost: number
  nameMatch: NameMatch
  /** votes; of people, those of their works, where known */
  weight: number
}

/** What was asked before what was perhaps meant; the exact name first, then names that begin so, then by votes. */
export function compareByRank(one: Ranked, other: Ranked): number {
  return (
    one.cost - other.cost ||
    one.nameMatch - other.nameMatch ||
    other.weight - one.weight ||
    // Any order that is the same everywhere.
    other.id - one.id
  )
}

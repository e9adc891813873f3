/**
 * Classes of votes, the most famous first. A word's most voted titles are looked for class by class, each with an index
 * of its own: of a word that thousands of titles have, no more rows are read than some times those that are wanted,
 * however large the catalogue is, since with each class there are about three times as many.
 */
const STEPS = [100_000, 30_000, 10_000, 3_000, 1_000, 300, 100]

/** As an index and a query must both have it, to the letter; the last class, all the rest, has no index of its own. */
export function fameClasses(column: string): string[] {
  return [
    ...STEPS.map((least, at) => {
      const above = STEPS[at - 1]
      return above === undefined ? `${column} >= ${least}` : `${column} >= ${least} and ${column} < ${above}`
    }),
    `${column} < ${STEPS.at(-1)}`,
  ]
}

/** The classes that have an index, with what to call it. */
export function indexedFame(table: string, column: string): { name: string; where: string }[] {
  return fameClasses(column)
    .slice(0, -1)
    .map((where, at) => ({ name: `${table}_words_${STEPS[at]}`, where }))
}

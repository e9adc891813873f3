/**
 * Classes of votes, highest first. A search reads a word's most voted titles class by class, each with its own index. A
 * word that thousands of titles share therefore costs only a few times as many rows as are wanted, however large the
 * catalogue is: each class has about three times as many titles as the one before.
 */
const STEPS = [100_000, 30_000, 10_000, 3_000, 1_000, 300, 100]

/**
 * SQL conditions of the classes. Index and query must contain exactly the same text. The last class, all the rest, has
 * no index.
 */
export function fameClasses(column: string): string[] {
  return [
    ...STEPS.map((least, at) => {
      const above = STEPS[at - 1]
      return above === undefined ? `${column} >= ${least}` : `${column} >= ${least} and ${column} < ${above}`
    }),
    `${column} < ${STEPS.at(-1)}`,
  ]
}

/** The classes that have an index, with the index name. */
export function indexedFame(table: string, column: string): { name: string; where: string }[] {
  return fameClasses(column)
    .slice(0, -1)
    .map((where, at) => ({ name: `${table}_words_${STEPS[at]}`, where }))
}

import { groupBy } from '#server/platform/groupBy.ts'

/** Groups rows by their title, in their order. */
export function groupByTitle<Row extends { titleId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return groupBy(rows, ({ titleId }) => titleId)
}

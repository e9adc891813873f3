/** Groups rows by their title, in their order. */
export function groupByTitle<Row extends { titleId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.titleId)
    if (group) group.push(row)
    else groups.set(row.titleId, [row])
  }
  return groups
}

/** Of so many rows at once and no more Dexie tells exactly which have changed; of more that all may have. */
const CHUNK_SIZE = 49

/** Writes rows so that whoever follows the table hears of these alone. Inside a transaction. */
export async function putInChunks<Row>(
  table: { bulkPut: (rows: Row[]) => PromiseLike<unknown> },
  rows: Row[],
): Promise<void> {
  const writes: PromiseLike<unknown>[] = []
  for (let at = 0; at < rows.length; at += CHUNK_SIZE) writes.push(table.bulkPut(rows.slice(at, at + CHUNK_SIZE)))
  if (writes.length > 0) await Promise.all(writes)
}

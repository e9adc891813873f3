/** Up to this many rows per bulk write, Dexie reports the changed keys exactly; above it, a whole range. */
const CHUNK_SIZE = 49

/** Writes rows in chunks, so that live queries learn exactly which rows changed. Call inside a transaction. */
export async function putInChunks<Row>(
  table: { bulkPut: (rows: Row[]) => PromiseLike<unknown> },
  rows: Row[],
): Promise<void> {
  const writes: PromiseLike<unknown>[] = []
  for (let at = 0; at < rows.length; at += CHUNK_SIZE) writes.push(table.bulkPut(rows.slice(at, at + CHUNK_SIZE)))
  if (writes.length > 0) await Promise.all(writes)
}

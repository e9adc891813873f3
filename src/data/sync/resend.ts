import { recordEvents } from '#data/database/journal.ts'
import { UNSENT } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import { clock } from '#data/platform/clock.ts'
import type { ParsedEntry } from './readEntry.ts'

/**
 * Keeps entries that the server has acknowledged, in case it is restored from a backup (docs/sync.md#restored-servers). A
 * later entry replaces an earlier one that it makes superfluous. Call in the transaction that deletes the entries.
 */
export async function keepDelivered({ delivered }: PersonalDatabase, done: ParsedEntry[], now: number): Promise<void> {
  const inOrder = done.toSorted((one, other) => one.entry.seq - other.entry.seq)
  const rows = inOrder.map(({ entry, kind, input }) => ({ slot: kind.slot({ entry, input }), at: now, entry }))
  await delivered.bulkPut([...new Map(rows.map((row) => [row.slot, row])).values()])
}

/**
 * Puts the delivered entries back into the outbox, as they were: a server that still has their effects recognises key and
 * sequence, and one that has lost them applies them in their order and at their time. Call in a transaction over
 * `delivered`, `outbox` and `journal`.
 */
export async function resendDelivered(database: PersonalDatabase): Promise<void> {
  const { delivered, outbox } = database
  const waiting = new Set(await outbox.orderBy('key').keys())
  const entries = (await delivered.toArray()).flatMap(({ entry }) => (waiting.has(entry.key) ? [] : entry))
  if (entries.length === 0) return
  await putInChunks(
    outbox,
    entries.map((entry) => ({ ...entry, ...UNSENT })),
  )
  await delivered.clear()
  const lanes = entries.map(({ entity }) => entity)
  await recordEvents(database, 'resent', lanes, clock.now())
}

import type { OutboxEntry } from '#data/database/outboxEntry.ts'

/** Per format version, what makes a payload of the next version of it. Pure. */
export type Steps = Readonly<Record<number, (payload: unknown) => unknown>>

/**
 * An entry in the format this version knows (sync page, "Migration"); nothing when it is of a newer format, or of one that
 * no step leads on from. The entry itself is not touched: an older worker may share the database.
 */
export function migrateEntry(
  entry: OutboxEntry,
  { formatVersion, steps }: { formatVersion: number; steps: Steps },
): OutboxEntry | undefined {
  let { payload } = entry
  if (entry.formatVersion > formatVersion) return undefined
  for (let version = entry.formatVersion; version < formatVersion; version++) {
    const step = steps[version]
    if (!step) return undefined
    try {
      payload = step(payload)
    } catch {
      // A payload its own format does not know: what comes out is nothing anybody can read.
      payload = undefined
    }
  }
  return { ...entry, formatVersion, payload }
}

import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { ignoring } from '#data/platform/ignoring.ts'

/** For each format version, converts a payload to the next version. Pure. */
export type Steps = Readonly<Record<number, (payload: unknown) => unknown>>

/**
 * Converts an entry to the format that this version knows (docs/sync.md#migration). Returns undefined for a newer
 * format and when a step is missing. The stored entry stays as it is: an older worker may share the database.
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
    } catch (failure) {
      // The payload does not match its own format; parsing will reject `undefined`.
      ignoring('TypeError')(failure)
      payload = undefined
    }
  }
  return { ...entry, formatVersion, payload }
}

import * as v from 'valibot'
import { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { KindOf } from './kindLookup.ts'
import type { MutationKind } from './mutation.ts'

/** An entry with its kind and its parsed payload. */
export interface ParsedEntry {
  entry: OutboxEntry
  kind: MutationKind
  input: unknown
}

/** `unknown`: of a kind or format that a later version may know. `invalid`: no schema accepts the entry. */
export type EntryReading =
  | ({ state: 'readable' } & ParsedEntry)
  | { state: 'unknown' }
  | { state: 'invalid'; reason: string }

/** Parses an entry and its payload. Returns the entry as stored, with fields that a newer version may have added. */
export function readEntry(raw: OutboxEntry, userId: number, kindOf: KindOf): EntryReading {
  const reason = shapeProblem(raw, userId)
  if (reason !== undefined) return { state: 'invalid', reason }
  const kind = kindOf(raw)
  if (!kind) return { state: 'unknown' }
  const input = kind.read(raw)
  if (input === undefined) return { state: 'invalid', reason: `payload of ${raw.kind}` }
  return { state: 'readable', entry: raw, kind, input }
}

/** Returns why an entry has to be quarantined. Returns undefined for readable entries and unknown kinds. */
export function unreadableReason(raw: unknown, userId: number, kindOf: KindOf): string | undefined {
  // `readEntry` checks the shape before it uses any field.
  const reading = readEntry(raw as OutboxEntry, userId, kindOf)
  return reading.state === 'invalid' ? reading.reason : undefined
}

function shapeProblem(raw: unknown, userId: number): string | undefined {
  const read = v.safeParse(OutboxEntry, raw)
  if (read.success) return read.output.userId === userId ? undefined : 'entry of another person'
  const { nested } = v.flatten(read.issues)
  return nested ? `entry: ${JSON.stringify(nested)}` : 'entry'
}

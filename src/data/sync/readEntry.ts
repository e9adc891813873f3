import * as v from 'valibot'
import { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { KindOf } from './kindLookup.ts'
import type { MutationKind } from './mutation.ts'

/** An entry whose kind and payload format this version knows. */
export interface KnownEntry {
  entry: OutboxEntry
  kind: MutationKind
}

/** A known entry with its parsed payload. */
export interface ParsedEntry extends KnownEntry {
  input: unknown
}

/** `unknown`: of a kind or format that a later version may know. `invalid`: no schema accepts the entry. */
type Identified = ({ state: 'known' } & KnownEntry) | { state: 'unknown' } | { state: 'invalid'; reason: string }

/** Checks an entry and finds its kind, without parsing its payload. Keeps fields that a newer version may have added. */
export function identifyEntry(raw: OutboxEntry, userId: number, kindOf: KindOf): Identified {
  const reason = shapeProblem(raw, userId)
  if (reason !== undefined) return { state: 'invalid', reason }
  const kind = kindOf(raw)
  return kind ? { state: 'known', entry: raw, kind } : { state: 'unknown' }
}

/** Parses the payload, or returns why the entry has to be quarantined. */
export function parseEntry({ entry, kind }: KnownEntry): ParsedEntry | string {
  const input = kind.read(entry)
  return input === undefined ? `payload of ${entry.kind}` : { entry, kind, input }
}

/** Returns why an entry has to be quarantined. Returns undefined for readable entries and unknown kinds. */
export function unreadableReason(raw: unknown, userId: number, kindOf: KindOf): string | undefined {
  // `identifyEntry` checks the shape before it uses any field.
  const identified = identifyEntry(raw as OutboxEntry, userId, kindOf)
  if (identified.state === 'invalid') return identified.reason
  const parsed = identified.state === 'known' ? parseEntry(identified) : undefined
  return typeof parsed === 'string' ? parsed : undefined
}

function shapeProblem(raw: unknown, userId: number): string | undefined {
  const read = v.safeParse(OutboxEntry, raw)
  if (read.success) return read.output.userId === userId ? undefined : 'entry of another person'
  const { nested } = v.flatten(read.issues)
  return nested ? `entry: ${JSON.stringify(nested)}` : 'entry'
}

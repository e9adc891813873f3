import * as v from 'valibot'

const Moment = v.number()

/** Why the last delivery attempt failed. */
const EntryError = v.object({
  family: v.picklist(['unreachable', 'refused', 'broken']),
  status: v.nullable(v.number()),
  /** The server's message; may be empty. */
  message: v.string(),
  /** The server's messages per field. */
  fields: v.optional(v.record(v.string(), v.array(v.string()))),
  /** Id under which the server logged its failure, if the server failed. */
  requestId: v.optional(v.string()),
  at: Moment,
})
export type EntryError = v.InferOutput<typeof EntryError>

/**
 * A mutation as stored in the outbox (docs/sync.md#entries). Ordered by `seq`, never by a clock. A failed entry has
 * left its lane; a held entry has a kind or format that this version does not know. Newer fields are optional: an older
 * version may have written the entry.
 */
export const OutboxEntry = v.object({
  seq: v.pipe(v.number(), v.integer()),
  /** UUIDv7; the idempotency key. */
  key: v.pipe(v.string(), v.uuid()),
  formatVersion: v.pipe(v.number(), v.integer()),
  userId: v.number(),
  kind: v.string(),
  /** The lane. */
  entity: v.string(),
  payload: v.unknown(),
  /** Display name of the target. */
  label: v.string(),
  /** ms, device clock. */
  createdAt: Moment,
  attempts: v.number(),
  /** It replaced an entry that may have reached the server, so the server's state is unknown until the next answer. */
  unsure: v.optional(v.boolean(), false),
  /** Answers that refused temporarily (429, 5xx …). */
  refusals: v.optional(v.number(), 0),
  /** Number of acknowledged entries on this device when the refusals began. */
  failingAfter: v.optional(v.nullable(v.number()), null),
  nextAt: Moment,
  leaseUntil: Moment,
  leaseBy: v.nullable(v.string()),
  status: v.picklist(['queued', 'sending', 'failed', 'held']),
  lastError: v.optional(v.nullable(EntryError), null),
})
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>

/** The state of an entry that waits for its first attempt. */
export const UNSENT = {
  status: 'queued',
  nextAt: 0,
  leaseUntil: 0,
  leaseBy: null,
  refusals: 0,
  failingAfter: null,
  lastError: null,
} as const satisfies Partial<OutboxEntry>

/**
 * An entry that the server has acknowledged, at `at` (ms of the device clock). The next one of its `slot` replaces it.
 */
export interface DeliveredEntry {
  slot: string
  at: number
  entry: OutboxEntry
}

/** Entries with these statuses are part of the merged view. */
export const PENDING_STATUSES = ['queued', 'sending'] as const

/** Whether an entry is part of the merged view. Failed and held entries are not. */
export function isPending(entry: Pick<OutboxEntry, 'status'>): boolean {
  return PENDING_STATUSES.some((status) => status === entry.status)
}

/** Whether an entry can be discarded: it failed, is held, or was never sent. */
export function canDiscard(entry: Pick<OutboxEntry, 'status' | 'attempts' | 'unsure'>): boolean {
  return entry.status === 'failed' || entry.status === 'held' || wasNeverSent(entry)
}

/** Whether neither the entry nor any entry it replaced can have reached the server. */
export function wasNeverSent({ attempts, unsure }: Pick<OutboxEntry, 'attempts' | 'unsure'>): boolean {
  return attempts === 0 && !unsure
}

import * as v from 'valibot'

const Moment = v.number()

/** Why a change could not be sent, the last time. */
const EntryError = v.object({
  family: v.picklist(['unreachable', 'refused', 'broken']),
  status: v.nullable(v.number()),
  /** the server's sentence; empty when it said none */
  message: v.string(),
  /** its sentences that belong to a field */
  fields: v.optional(v.record(v.string(), v.array(v.string()))),
  at: Moment,
})
export type EntryError = v.InferOutput<typeof EntryError>

/**
 * A change that waits (sync page, "Entry"). `seq` orders, never a clock. A failed entry has left its lane; a held one is
 * of a kind or format this version does not know, and waits for one that does. Fields that came later are optional: an
 * older version of the app may have written the entry.
 */
export const OutboxEntry = v.object({
  seq: v.pipe(v.number(), v.integer()),
  /** UUIDv7, the idempotency key */
  key: v.pipe(v.string(), v.uuid()),
  formatVersion: v.pipe(v.number(), v.integer()),
  userId: v.number(),
  kind: v.string(),
  /** the lane */
  entity: v.string(),
  payload: v.unknown(),
  /** the name of the thing, for the person */
  label: v.string(),
  /** ms, device clock */
  createdAt: Moment,
  attempts: v.number(),
  /** it took the place of a change that may have reached the server: what the server has is not sure until it answers */
  unsure: v.optional(v.boolean(), false),
  /** answers that refused for now (429, 5xx …) */
  refusals: v.optional(v.number(), 0),
  /** how many changes of this device had been acknowledged when the refusals began */
  failingAfter: v.optional(v.nullable(v.number()), null),
  nextAt: Moment,
  leaseUntil: Moment,
  leaseBy: v.nullable(v.string()),
  status: v.picklist(['queued', 'sending', 'failed', 'held']),
  lastError: v.optional(v.nullable(EntryError), null),
})
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>

/** What an entry is while it waits: what it wishes is part of what the person sees. */
export const PENDING_STATUSES = ['queued', 'sending'] as const

/** Whether an entry is part of what the person sees: failed and held ones are not. */
export function isPending(entry: Pick<OutboxEntry, 'status'>): boolean {
  return PENDING_STATUSES.some((status) => status === entry.status)
}

/** One that may have reached the server cannot be taken back by forgetting it here. */
export function canDiscard(entry: Pick<OutboxEntry, 'status' | 'attempts' | 'unsure'>): boolean {
  return entry.status === 'failed' || entry.status === 'held' || wasNeverSent(entry)
}

/** Nothing of it, nor of what it took the place of, can have reached the server. */
export function wasNeverSent({ attempts, unsure }: Pick<OutboxEntry, 'attempts' | 'unsure'>): boolean {
  return attempts === 0 && !unsure
}

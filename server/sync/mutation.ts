import type { Outcome } from '#contract/sync.ts'
import type { Database } from '#server/database/connect.ts'
import type { Refusal } from '#server/platform/refuse.ts'

/** A mutation while it is applied, inside the transaction that holds all its effects. */
export interface Mutation<Params, Body> {
  transaction: Database
  userId: number
  params: Params
  body: Body
  /** When the user made the change, on the server's clock: arrival minus the age that the device reports. */
  createdAt: Date
  now: Date
  /** The user's next version, reserved until the commit. A mutation without effect leaves a gap, which is harmless. */
  version: number
  attempt: DeliveryAttempt
  /** The number of the merged record that the device named; the mutation is applied to the one that it is part of. */
  mergedFrom?: number | undefined
  /**
   * Set with `mergedFrom`, and by imports: returns the merged record's entity for one of the other record, else the same.
   * Both fences count (docs/sync.md#merged-titles).
   */
  formerEntity?: ((entity: string) => string) | undefined
}

/** One request that carries a mutation. */
export interface DeliveryAttempt {
  key: string | undefined
  /** hash of endpoint, parameters and body */
  request: string
  /** empty if the caller is not a device of ours */
  clientId: string
  /** the mutation's position in its device's sequence */
  sequence: number | undefined
}

/** A delivery attempt with an idempotency key. */
export type KeyedAttempt = DeliveryAttempt & { key: string }

/** The user and transaction of mutations. */
export type MutationScope = Pick<Mutation<unknown, unknown>, 'transaction' | 'userId' | 'now'>

/**
 * Returns the mutation as one of the record that its own was merged into, or undefined if that record was not merged.
 * Called after the record was not found.
 */
export type Redirect<Params, Body> = (
  database: Database,
  mutation: UnappliedMutation<Params, Body>,
) => Promise<UnappliedMutation<Params, Body> | undefined>

/** A mutation before its transaction. */
export type UnappliedMutation<Params, Body> = Omit<Mutation<Params, Body>, 'transaction' | 'version'>

export interface Acknowledgement<Row> {
  data: Row
  result: Outcome
}

/** Applies one mutation: made by `desiredState`, `monotonicMerge` or `createOnce`. */
export interface ApplyMutation<Params, Body, Row> {
  (mutation: Mutation<Params, Body>): Promise<Acknowledgement<Row>>
  /** Applies many mutations in one transaction; strategies without it apply them one by one. */
  batched?: BatchedStrategy<Params, Body, unknown, Row>
}

/** How mutations of one kind on different entities are applied together. */
export interface BatchedStrategy<Params, Body, State, Row> {
  /** The entity of a mutation: `watchlist:7`. */
  entity(params: Params): string
  /** Loads the current state of each entity. A `Refusal` for an entity that does not exist affects no other. */
  load(mutations: Mutation<Params, Body>[]): Promise<(State | Refusal)[]>
  /** Writes each change and returns the new states. */
  apply(changes: BatchedChange<Params, Body, State>[]): Promise<State[]>
  /** Builds the row of the reply. */
  present(mutation: Mutation<Params, Body>, state: State): Row
}

export interface BatchedChange<Params, Body, State> {
  mutation: Mutation<Params, Body>
  state: State
}

import { Refusal, refuse } from '#server/platform/refuse.ts'
import { type FenceResult, passFence } from './fence.ts'
import type { ApplyMutation, BatchedStrategy, Mutation } from './mutation.ts'

/** Sets the state of an entity. The last mutation wins (docs/sync.md#fences). */
export function desiredState<Params, Body, State, Row>(
  batched: BatchedStrategy<Params, Body, State, Row>,
): ApplyMutation<Params, Body, Row> {
  const { entity, load, apply, present } = batched
  const applyOne = async (sent: Mutation<Params, Body>) => {
    const { isStale, at } = await passFence(sent, entity(sent.params))
    const mutation = { ...sent, createdAt: at }
    const state = only(await load([mutation]))
    if (state instanceof Refusal) throw state
    const after = isStale ? state : only(await apply([{ mutation, state }]))
    return { data: present(mutation, after), result: isStale ? ('stale' as const) : ('applied' as const) }
  }
  return Object.assign(applyOne, { batched })
}

function only<Value>([value, ...others]: Value[]): Value {
  if (value === undefined || others.length > 0) throw new Error('a strategy must return one state for one mutation')
  return value
}

interface MonotonicMerge<Params, Body, Row> {
  entity(params: Params): string
  /** Merges the mutation into the stored state; the result must not depend on the order of mutations. */
  merge(mutation: Mutation<Params, Body>, fence: FenceResult): Promise<{ row: Row; hasChanged: boolean }>
}

/** Merges into what is stored. A late mutation is never dropped as a whole: `merge` keeps the newer parts. */
export function monotonicMerge<Params, Body, Row>({
  entity,
  merge,
}: MonotonicMerge<Params, Body, Row>): ApplyMutation<Params, Body, Row> {
  return async (sent) => {
    const fence = await passFence(sent, entity(sent.params))
    const { row, hasChanged } = await merge({ ...sent, createdAt: fence.at }, fence)
    return { data: row, result: hasChanged ? 'applied' : 'stale' }
  }
}

interface CreateOnce<Params, Body, Row> {
  /** Finds the row that was created under this key, however long ago, and the request that created it. */
  find(mutation: Mutation<Params, Body>, key: string): Promise<{ request: string | null; row: Row } | undefined>
  /** Creates the row, with `attempt.key` and `attempt.request` in permanent columns. */
  create(mutation: Mutation<Params, Body>): Promise<Row>
}

/** Creates a row once per key, even after the idempotency keys have expired. */
export function createOnce<Params, Body, Row>({
  find,
  create,
}: CreateOnce<Params, Body, Row>): ApplyMutation<Params, Body, Row> {
  return async (mutation) => {
    const { key, request } = mutation.attempt
    const existing = key === undefined ? undefined : await find(mutation, key)
    if (existing === undefined) return { data: await create(mutation), result: 'applied' }
    if (existing.request !== request) refuse('key_reused')
    return { data: existing.row, result: 'replayed' }
  }
}

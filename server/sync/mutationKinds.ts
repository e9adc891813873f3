import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Together } from './batch.ts'
import { type Place, takePlace } from './fence.ts'
import type { CarryOut, Wish } from './mutations.ts'

/** How something should be: of all wishes about it the last one stands. */
export function desired<Params, Body, State, Row>(
  together: Together<Params, Body, State, Row>,
): CarryOut<Params, Body, Row> {
  const { entity, look, apply, show } = together
  const carryOut = async (sent: Wish<Params, Body>) => {
    const { isOvertaken, at } = await takePlace(sent, entity(sent.params))
    const wish = { ...sent, wishedAt: at }
    const state = only(await look([wish]))
    if (state instanceof Refusal) throw state
    const after = isOvertaken ? state : only(await apply([{ wish, state }]))
    return { data: show(wish, after), result: isOvertaken ? ('stale' as const) : ('applied' as const) }
  }
  return Object.assign(carryOut, { together })
}

function only<Value>([one, ...others]: Value[]): Value {
  if (one === undefined || others.length > 0) throw new Error('one wish was not answered once')
  return one
}

interface Merged<Params, Body, Row> {
  entity(params: Params): string
  /** Puts what the wish says together with what is there, so that in any order the same comes out. */
  merge(wish: Wish<Params, Body>, place: Place): Promise<{ row: Row; isNews: boolean }>
}

/** Something that adds to what is known: nothing overtakes it as a whole, and what is newer stays. */
export function merged<Params, Body, Row>({ entity, merge }: Merged<Params, Body, Row>): CarryOut<Params, Body, Row> {
  return async (sent) => {
    const place = await takePlace(sent, entity(sent.params))
    const { row, isNews } = await merge({ ...sent, wishedAt: place.at }, place)
    return { data: row, result: isNews ? 'applied' : 'stale' }
  }
}

interface Created<Params, Body, Row> {
  /** What was made under this key, however long ago, and by which request. */
  find(wish: Wish<Params, Body>, key: string): Promise<{ request: string | null; row: Row } | undefined>
  /** Makes it, with `sending.key` and `sending.request` in its permanent columns. */
  create(wish: Wish<Params, Body>): Promise<Row>
}

/** Something new: each key makes it once and never again, even after the keys have been cleared away. */
export function created<Params, Body, Row>({ find, create }: Created<Params, Body, Row>): CarryOut<Params, Body, Row> {
  return async (wish) => {
    const { key, request } = wish.sending
    const made = key === undefined ? undefined : await find(wish, key)
    if (made === undefined) return { data: await create(wish), result: 'applied' }
    if (made.request !== request) refuse('key_reused')
    return { data: made.row, result: 'replayed' }
  }
}

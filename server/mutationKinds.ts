import { type Place, takePlace } from './mutationOrder.ts'
import type { CarryOut, Wish } from './mutations.ts'
import { refuse } from './refuse.ts'

interface Desired<Params, Body, State, Row> {
  /** What the wish is about: `watchlist:7`. */
  entity(params: Params): string
  /** How things stand; refuses what does not exist. */
  look(wish: Wish<Params, Body>): Promise<State>
  /** Makes it so, and says how things stand then. */
  apply(wish: Wish<Params, Body>, state: State): Promise<State>
  /** The row of the answer. */
  show(wish: Wish<Params, Body>, state: State): Row
}

/** How something should be: of all wishes about it the last one stands. */
export function desired<Params, Body, State, Row>({
  entity,
  look,
  apply,
  show,
}: Desired<Params, Body, State, Row>): CarryOut<Params, Body, Row> {
  return async (sent) => {
    const { isOvertaken, at } = await takePlace(sent, entity(sent.params))
    const wish = { ...sent, wishedAt: at }
    const before = await look(wish)
    const after = isOvertaken ? before : await apply(wish, before)
    return { data: show(wish, after), result: isOvertaken ? 'stale' : 'applied' }
  }
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

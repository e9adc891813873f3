import type { Context } from 'hono'
import type { Person } from '#server/accounts/tokens.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { type Place as InOrder, nextVersion, placeAll } from './fence.ts'
import { firstAnswers, type Keyed, keepAnswers } from './idempotencyKeys.ts'
import type { Acknowledgement, Place, Wish } from './mutations.ts'

/** How wishes of one kind about different things are carried out in one go. */
export interface Together<Params, Body, State, Row> {
  /** What a wish is about: `watchlist:7`. */
  entity(params: Params): string
  /** How things stand for each; what does not exist is refused, and stops no other. */
  look(wishes: Wish<Params, Body>[]): Promise<(State | Refusal)[]>
  /** Makes it so for each, and says how things stand then. */
  apply(changes: Change<Params, Body, State>[]): Promise<State[]>
  /** The row of the answer. */
  show(wish: Wish<Params, Body>, state: State): Row
}

export interface Change<Params, Body, State> {
  wish: Wish<Params, Body>
  state: State
}

type AnyWish = Wish<unknown, unknown>
type Outcome = Acknowledgement<unknown> | Refusal

/** A wish that waits to be carried out with others. */
interface Member extends Omit<AnyWish, 'transaction' | 'version' | 'sending'> {
  sending: Keyed
  together: Together<unknown, unknown, unknown, unknown>
  /** By itself, in a transaction of its own. */
  alone(): Promise<Acknowledgement<unknown>>
}

/**
 * The calls of one batch on their way through their own handlers: wishes about different things that follow each other
 * are carried out in one transaction, with as many statements for all as for one. Each has its own answer, key, place
 * and version, in the order in which they came; one that is refused stops no other. Should the transaction fail, nothing
 * of it has happened, and each goes by itself.
 */
export class Bundle {
  private members: { member: Member; settle: (outcome: Promise<Acknowledgement<unknown>>) => void }[] = []
  private arrived = () => {}
  private readonly replies = new WeakMap<Request, object>()

  constructor(
    private readonly database: Database,
    /** Who calls: asked for once. */
    readonly user: Person,
  ) {}

  /** Starts one of the calls; goes on when it is answered, or has joined. What is answered meanwhile comes as `answering`. */
  async take<Answer>(call: () => Promise<Answer> | Answer): Promise<{ answering: Promise<Answer> }> {
    const joining = new Promise<void>((arrived) => {
      this.arrived = arrived
    })
    const answering = Promise.resolve(call())
    await Promise.race([answering, joining])
    return { answering }
  }

  /** What a call is answered with, as it is: the text of it is made once, with all others. */
  told(call: Request, reply: object) {
    this.replies.set(call, reply)
  }

  /** Nothing where a call was not answered, but refused. */
  replyTo(call: Request): object | undefined {
    return this.replies.get(call)
  }

  /** Waits with the others; of one thing, or one key, only one goes at a time. */
  async join(member: Member): Promise<Acknowledgement<unknown>> {
    const entity = entityOf(member)
    const isTaken = this.members.some(
      ({ member: other }) => entityOf(other) === entity || other.sending.key === member.sending.key,
    )
    if (isTaken) await this.carryOut()
    return new Promise((settle) => {
      this.members.push({ member, settle })
      this.arrived()
    })
  }

  /** Carries out all that have joined until now. */
  async carryOut(): Promise<void> {
    const waiting = this.members
    this.members = []
    const members = waiting.map(({ member }) => member)
    const outcomes = members.length > 1 ? await this.inOne(members).catch(() => undefined) : undefined
    for (const [place, { member, settle }] of waiting.entries()) {
      const outcome = outcomes?.[place]
      if (outcome !== undefined) {
        settle(outcome instanceof Refusal ? Promise.reject(outcome) : Promise.resolve(outcome))
        continue
      }
      const alone = member.alone()
      settle(alone)
      await Promise.allSettled([alone])
    }
  }

  private inOne(members: Member[]): Promise<Outcome[]> {
    const [first] = members
    if (!first) return Promise.resolve([])
    return this.database.transaction((transaction) =>
      carryOutTogether({ transaction, userId: first.userId, now: first.now }, members),
    )
  }
}

/** The bundle that a call came in, if in one. */
export function bundleOf(http: Context): Bundle | undefined {
  const { bundle } = (http.env ?? {}) as { bundle?: unknown }
  return bundle instanceof Bundle ? bundle : undefined
}

function entityOf({ together, params }: Member): string {
  return together.entity(params)
}

async function carryOutTogether(place: Place, members: Member[]): Promise<Outcome[]> {
  const { transaction, userId } = place
  const outcomes = new Map<Member, Outcome>()
  const known = await firstAnswers(
    place,
    members.map(({ sending }) => sending),
  )
  const fresh = members.filter((member, at) => {
    const first = known[at]
    if (first instanceof Refusal) outcomes.set(member, first)
    else if (first) outcomes.set(member, { ...(first.answer as Acknowledgement<unknown>), result: 'replayed' })
    return first === undefined
  })
  if (fresh.length > 0) {
    const last = await nextVersion(transaction, userId, {
      many: fresh.length,
      by: fresh[0]?.sending.clientId ?? '',
    })
    const wishes = new Map(
      fresh.map((member, at) => [member, { ...member, transaction, version: last - fresh.length + 1 + at }]),
    )
    for (const [member, outcome] of await fulfil(place, wishes)) outcomes.set(member, outcome)
  }
  return members.map((member) => outcomes.get(member) ?? new Refusal('server_error', {}))
}

async function fulfil(place: Place, wishes: Map<Member, AnyWish>): Promise<Map<Member, Outcome>> {
  const outcomes = new Map<Member, Outcome>()
  const standing = new Map<Member, unknown>()
  for (const [together, some] of byKind([...wishes])) {
    const states = await together.look(some.map(([, wish]) => wish))
    for (const [at, [member]] of some.entries()) {
      const state = states[at]
      if (state instanceof Refusal) outcomes.set(member, state)
      else standing.set(member, state)
    }
  }
  const placed = await takePlaces(place, [...standing.keys()])
  const going = [...standing.keys()].map((member) => [member, wishes.get(member)] as const)
  for (const [together, some] of byKind(going)) {
    const changes = some.flatMap(([member, wish]) => {
      const own = placed.get(entityOf(member))
      if (!wish || !own) throw new Error('a wish has no place in the order')
      return { member, wish: { ...wish, wishedAt: own.at }, state: standing.get(member), isOvertaken: own.isOvertaken }
    })
    const moving = changes.filter(({ isOvertaken }) => !isOvertaken)
    const states = moving.length > 0 ? await together.apply(moving) : []
    const after = new Map(moving.map((change, at) => [change.member, states[at]]))
    for (const { member, wish, state, isOvertaken } of changes) {
      const data = together.show(wish, isOvertaken ? state : after.get(member))
      outcomes.set(member, { data, result: isOvertaken ? 'stale' : 'applied' })
    }
  }
  await keep(place, outcomes)
  return outcomes
}

function takePlaces({ transaction, userId }: Place, members: Member[]): Promise<Map<string, InOrder>> {
  const clientId = members[0]?.sending.clientId ?? ''
  const asked = members.map((member) => ({
    entity: entityOf(member),
    seq: member.sending.seq,
    wishedAt: member.wishedAt,
  }))
  return placeAll({ transaction, userId, clientId }, asked)
}

async function keep(place: Place, outcomes: Map<Member, Outcome>) {
  const answers = [...outcomes].flatMap(([{ sending }, answer]) =>
    answer instanceof Refusal ? [] : { sending, answer },
  )
  if (answers.length > 0) await keepAnswers(place, answers)
}

function byKind<Value>(entries: (readonly [Member, Value])[]) {
  const kinds = new Map<Member['together'], (readonly [Member, Value])[]>()
  for (const entry of entries) {
    const some = kinds.get(entry[0].together)
    if (some) some.push(entry)
    else kinds.set(entry[0].together, [entry])
  }
  return kinds
}

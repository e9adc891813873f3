import type { Context } from 'hono'
import type { UserRow } from '#server/accounts/tokens.ts'
import type { Database } from '#server/database/connect.ts'
import { type BatchContext, batchContextOf } from '#server/http/batchContext.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { reportError } from '#server/platform/reportError.ts'
import { checkFences, type FenceResult, nextVersion } from './fence.ts'
import { findFirstAnswers, storeAnswers } from './idempotencyKeys.ts'
import type {
  Acknowledgement,
  BatchedStrategy,
  KeyedAttempt,
  Mutation,
  MutationScope,
  UnappliedMutation,
} from './mutation.ts'

type AnyMutation = Mutation<unknown, unknown>
type Result = Acknowledgement<unknown> | Refusal

/** A mutation that is to be applied with others. */
interface Member extends Omit<UnappliedMutation<unknown, unknown>, 'attempt'> {
  attempt: KeyedAttempt
  batched: BatchedStrategy<unknown, unknown, unknown, unknown>
  /** Whether the record was merged into another one. Such a member is applied alone. */
  isRedirected(database: Database): Promise<boolean>
  /** Applies this member in a transaction of its own. */
  applyAlone(): Promise<Acknowledgement<unknown>>
}

/**
 * Collects the calls of one batch while each runs through its own handler (docs/sync.md#batch). Consecutive mutations on
 * different entities share one transaction and as many statements as one mutation needs. Each member keeps its own answer,
 * key, fence and version, in the order of arrival; a refused member affects no other. If the transaction fails, it rolls
 * back and each member is applied alone.
 */
export class Batch implements BatchContext {
  private members: { member: Member; settle: (result: Promise<Acknowledgement<unknown>>) => void }[] = []
  private joined = () => {}
  private readonly replies = new WeakMap<Request, object>()

  constructor(
    private readonly database: Database,
    readonly user: UserRow,
    readonly requestId: string | undefined,
  ) {}

  /** Starts a call; resolves once the call is answered or has joined the batch. `answering` resolves with the answer. */
  async start<Answer>(call: () => Promise<Answer> | Answer): Promise<{ answering: Promise<Answer> }> {
    const joining = new Promise<void>((resolve) => {
      this.joined = resolve
    })
    const answering = Promise.resolve(call())
    await Promise.race([answering, joining])
    return { answering }
  }

  setReply(call: Request, reply: object) {
    this.replies.set(call, reply)
  }

  /** The reply of a call; undefined for a call that was refused. */
  replyTo(call: Request): object | undefined {
    return this.replies.get(call)
  }

  /** Adds a member. Applies the earlier members first if one of them has the same entity or key. */
  async join(member: Member): Promise<Acknowledgement<unknown>> {
    const entity = entityOf(member)
    const isTaken = this.members.some(
      ({ member: other }) => entityOf(other) === entity || other.attempt.key === member.attempt.key,
    )
    if (isTaken) await this.flush()
    return new Promise((settle) => {
      this.members.push({ member, settle })
      this.joined()
    })
  }

  /** Applies all members that have joined so far. */
  async flush(): Promise<void> {
    const waiting = this.members
    this.members = []
    const results = await this.applyTogether(waiting.map(({ member }) => member))
    for (const [index, { member, settle }] of waiting.entries()) {
      const result = results?.[index]
      if (result !== undefined) {
        settle(result instanceof Refusal ? Promise.reject(result) : Promise.resolve(result))
        continue
      }
      const alone = member.applyAlone()
      settle(alone)
      await Promise.allSettled([alone])
    }
  }

  /**
   * Undefined if there is nothing to share, or if the transaction failed: any member may be at fault. A member without
   * a result is to be applied alone.
   */
  private async applyTogether(members: Member[]): Promise<(Result | undefined)[] | undefined> {
    const [first] = members
    if (!first || members.length === 1) return undefined
    try {
      return await this.database.transaction((transaction) =>
        applyBatch({ transaction, userId: first.userId, now: first.now }, members),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) reportError('A batch failed and is applied one by one', error, this.requestId)
      return undefined
    }
  }
}

/** The batch that a call arrived in. */
export function batchOf(http: Context): Batch | undefined {
  const batch = batchContextOf(http)
  return batch instanceof Batch ? batch : undefined
}

function entityOf({ batched, params }: Member): string {
  return batched.entity(params)
}

async function applyBatch(scope: MutationScope, members: Member[]): Promise<(Result | undefined)[]> {
  const { transaction, userId } = scope
  const results = new Map<Member, Result>()
  const firstAnswers = await findFirstAnswers(
    scope,
    members.map(({ attempt }) => attempt),
  )
  const fresh = members.filter((member, index) => {
    const first = firstAnswers[index]
    if (first instanceof Refusal) results.set(member, first)
    else if (first) results.set(member, { ...(first.answer as Acknowledgement<unknown>), result: 'replayed' })
    return first === undefined
  })
  if (fresh.length > 0) {
    const last = await nextVersion(transaction, userId, {
      count: fresh.length,
      by: fresh[0]?.attempt.clientId ?? '',
    })
    const mutations = new Map(
      fresh.map((member, index) => [member, { ...member, transaction, version: last - fresh.length + 1 + index }]),
    )
    for (const [member, result] of await applyMembers(scope, mutations)) results.set(member, result)
  }
  return members.map((member) => results.get(member))
}

async function applyMembers(scope: MutationScope, mutations: Map<Member, AnyMutation>): Promise<Map<Member, Result>> {
  const results = new Map<Member, Result>()
  const loaded = new Map<Member, unknown>()
  for (const [strategy, group] of groupByStrategy([...mutations])) {
    const states = await strategy.load(group.map(([, mutation]) => mutation))
    for (const [index, [member]] of group.entries()) {
      const state = states[index]
      if (!(state instanceof Refusal)) loaded.set(member, state)
      else if (state.code !== 'not_found' || !(await member.isRedirected(scope.transaction))) results.set(member, state)
    }
  }
  const fences = await passMemberFences(scope, [...loaded.keys()])
  const accepted = [...loaded.keys()].map((member) => [member, mutations.get(member)] as const)
  for (const [strategy, group] of groupByStrategy(accepted)) {
    const changes = group.flatMap(([member, mutation]) => {
      const fence = fences.get(entityOf(member))
      if (!mutation || !fence) throw new Error('a mutation has no fence')
      const { isStale, at } = fence
      return { member, mutation: { ...mutation, createdAt: at }, state: loaded.get(member), isStale }
    })
    const current = changes.filter(({ isStale }) => !isStale)
    const states = current.length > 0 ? await strategy.apply(current) : []
    const after = new Map(current.map((change, index) => [change.member, states[index]]))
    for (const { member, mutation, state, isStale } of changes) {
      const data = strategy.present(mutation, isStale ? state : after.get(member))
      results.set(member, { data, result: isStale ? 'stale' : 'applied' })
    }
  }
  await storeMemberAnswers(scope, results)
  return results
}

function passMemberFences(
  { transaction, userId, now }: MutationScope,
  members: Member[],
): Promise<Map<string, FenceResult>> {
  const clientId = members[0]?.attempt.clientId ?? ''
  const checks = members.map((member) => ({
    entity: entityOf(member),
    sequence: member.attempt.sequence,
    createdAt: member.createdAt,
  }))
  return checkFences({ transaction, userId, now, clientId }, checks)
}

async function storeMemberAnswers(scope: MutationScope, results: Map<Member, Result>) {
  const answers = [...results].flatMap(([{ attempt }, answer]) =>
    answer instanceof Refusal ? [] : { attempt, answer },
  )
  if (answers.length > 0) await storeAnswers(scope, answers)
}

function groupByStrategy<Value>(entries: (readonly [Member, Value])[]) {
  const groups = new Map<Member['batched'], (readonly [Member, Value])[]>()
  for (const entry of entries) {
    const group = groups.get(entry[0].batched)
    if (group) group.push(entry)
    else groups.set(entry[0].batched, [entry])
  }
  return groups
}

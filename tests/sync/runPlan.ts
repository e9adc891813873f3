import { eq } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import { requests } from '#server/database/schema/personal.ts'
import type { Device, PendingCall, Process } from './device.ts'
import { BATCH, InvariantViolation, idOf, type MutationWatch } from './invariantChecker.ts'
import { MUTATION_KINDS, type MutationKind, type Value } from './mutationKinds.ts'
import { type Answer, type InFlightRequest, isMutation } from './network.ts'
import type { Fate, Plan, Step } from './plan.ts'
import type { TestServer, TestUser } from './testServer.ts'
import { type CodeUnderTest, World } from './world.ts'

interface StartedMutation {
  call: PendingCall<void>
  process: Process
  kind: MutationKind
  titleId: number
  value: Value
  /** how many mutations the checker knew before */
  before: number
  watch: MutationWatch
}

/**
 * Runs one plan: starts with an empty device, executes the steps, then lets all devices settle on a fair network.
 * @throws InvariantViolation at the first invariant that does not hold
 */
export async function runPlan(code: CodeUnderTest, server: TestServer, plan: Plan): Promise<void> {
  const runner = new PlanRunner(new World(code, server, plan.seed), plan)
  const { stackTraceLimit } = Error
  let unhandled: unknown
  const onUnhandled = (failure: unknown) => {
    unhandled ??= failure
  }
  process.on('unhandledRejection', onUnhandled)
  // Stack traces are the largest cost of an aborted request. SYNC_STACKS=1 turns them on.
  if (!process.env.SYNC_STACKS) Error.stackTraceLimit = 0
  try {
    await runner.begin()
    for (const step of plan.steps) {
      runner.world.note(`· ${JSON.stringify(step)}`)
      code.tally.counts.steps += 1
      await runner.step(step)
      runner.check()
    }
    runner.world.note('· all devices settle')
    await runner.finish()
    runner.check()
    if (unhandled !== undefined) throw unhandled
    code.tally.counts.runs += 1
  } catch (failure) {
    const cause = runner.world.checker.violation ?? failure
    if (cause instanceof Error) cause.message += `\n${runner.world.trace.slice(-120).join('\n')}`
    throw cause
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    await runner.world.end()
    process.off('unhandledRejection', onUnhandled)
  }
}

/** Steps that count as faults. Other steps are normal use, or count as the fate of their requests. */
const FAULT_STEPS = new Set<Step['do']>([
  'overtake',
  'stale page',
  'elsewhere',
  'steal',
  'sleep',
  'close',
  'clock',
  'sign in',
  'sign out',
  'unknown kind',
])
const SECOND = 1000
/** Mutations of a burst: enough that the client sends them as one batch. */
const MAX_BURST = 6
/** Rounds until the outbox must be empty at the end of a run. Each round advances the clock to the next timer. */
const MAX_ROUNDS = 300
/** Rounds during which poisoned lanes stay poisoned, so that they could block the other lanes. */
const POISONED_ROUNDS = 30

class PlanRunner {
  #started: StartedMutation[] = []
  #startedCount = 0
  /** answers that the server gave and the network still holds back */
  readonly #delayedAnswers: { request: InFlightRequest; answer: Answer }[] = []
  /** tokens of signed-out sessions; the server may not have received the sign-out */
  readonly #endedTokens = new Set<string>()
  /** keys of outbox entries of an unknown kind, and their devices */
  readonly #unknownEntries = new Map<string, Device>()
  /** devices where a sign-out discarded the outbox */
  readonly #wiped = new Set<Device>()
  readonly #signingOut = new Map<Device, { call: PendingCall<unknown>; process: Process }>()
  readonly #pulling = new Map<Process, PendingCall<void>>()

  constructor(
    readonly world: World,
    readonly plan: Plan,
  ) {}

  async begin() {
    const { world } = this
    world.server.clock.now = world.time.now
    world.users.push(await world.server.newUser(), await world.server.newUser())
    await this.#device(0)
  }

  /** The device; created and signed in at first use. */
  async #device(index: number): Promise<Device> {
    const existing = this.world.devices[index]
    if (existing) return existing
    for (let next = this.world.devices.length; next <= index; next++) {
      const device = this.world.device(next)
      device.hasLocks = this.plan.locks[next] ?? true
      await this.#signIn(device, this.#user(0))
    }
    return this.#device(index)
  }

  #user(index: number): TestUser {
    const user = this.world.users[index]
    if (!user) throw new Error('no such user')
    return user
  }

  /** Signs in with a new token, unless the user is signed in already. */
  async #signIn(device: Device, user: TestUser) {
    const { server, time } = this.world
    device.ensureProcess('page')
    await time.run()
    const { session } = device
    if (session?.user.id === user.id && session.status === 'active' && !this.#endedTokens.has(session.token)) return
    const { id, name } = user
    const profile = {
      id,
      name,
      email: null,
      telegram: null,
      newNotifications: false,
      subscription: null,
      createdAt: null,
    }
    const token = await server.newToken(user)
    device.ensureProcess('page').start((dataLayer) => dataLayer.beginSession(token, profile))
    await time.run()
  }

  #card(index: number): TitleCard {
    const card = this.world.server.cards[index]
    if (!card) throw new Error('no such title')
    return card
  }

  async step(step: Step): Promise<void> {
    const { world } = this
    const { time } = world
    if (step.do === 'run') return time.run(step.tasks)
    if (step.do === 'pass') return time.pass(step.ms)
    if (step.do === 'calm') return this.#calm()
    if (step.do === 'network') {
      for (const { pick, fate, after } of step.sent) {
        await time.run(after)
        await this.#network(pick, fate)
      }
      return
    }
    if (step.do === 'server') {
      world.lacks.clear()
      if (step.lacks !== 'nothing') world.tally.fault(`server without ${step.lacks}`)
      if (step.lacks !== 'nothing') world.lacks.add(step.lacks)
      return
    }
    if (step.do === 'poison') {
      world.poisoned.add(kindAt(step.kind).entity(this.#card(step.title).id))
      return
    }
    if (FAULT_STEPS.has(step.do)) world.tally.fault(step.do)
    const device = await this.#device(step.device)
    if (step.do === 'mutate') {
      const kind = kindAt(step.kind)
      const card = this.#card(step.title)
      const value = kind.values[step.value % kind.values.length] ?? kind.off
      const process = device.ensureProcess(step.in)
      this.#mutate(process, kind, card, value)
      await time.run(step.after)
      if (step.after > 999) await this.#checkDisplayed(device, process, kind, card.id)
    } else if (step.do === 'burst') {
      await this.#burst(device, step.lanes, step.meets)
    } else if (step.do === 'refused') {
      const kind = kindAt(step.kind)
      const value = kind.values[step.value % kind.values.length] ?? kind.off
      const inFlight = await this.#mutateAndSend(device, kind, this.#card(step.title), value)
      for (const request of inFlight) await this.#resolve(request, step.meets)
      await time.run()
    } else if (step.do === 'overtake' || step.do === 'stale page' || step.do === 'elsewhere') {
      const [kind, card] = [kindAt(step.kind), this.#card(step.title)]
      const values = [0, 1].map((offset) => kind.values[(step.value + offset) % kind.values.length] ?? kind.off)
      const [first = kind.off, second = kind.off] = values
      if (step.do === 'overtake') await this.#overtake(device, kind, card, { first, second })
      else if (step.do === 'stale page') await this.#stalePage(device, kind, card, { first, second })
      else await this.#elsewhere(device, kind, card, { first, second })
    } else if (step.do === 'sleep') {
      const process = device[step.in]
      if (process?.isAlive) process.freeze()
      await time.run()
    } else if (step.do === 'worker') {
      device.ensureProcess('worker').start((dataLayer) => dataLayer.sendOutbox())
      await time.run(step.after)
    } else if (step.do === 'kill') {
      const process = device[step.process]
      if (process?.isAlive) process.killAfter(step.boundary)
    } else if (step.do === 'steal') {
      device.locks.steal('parde-drain')
    } else if (step.do === 'pull') {
      const before = world.requestsSent
      this.#pull(device.ensureProcess(step.in), (name) => PULL_SETS[step.what]?.includes(name) === true)
      await time.run()
      const request = world.inFlight.find(({ id, method }) => id >= before && method === 'GET')
      if (step.meets !== 'ok' && request) await this.#resolve(request, step.meets)
    } else if (step.do === 'full') {
      device.failingCommits = step.commits
    } else if (step.do === 'close') {
      if (device[step.process]?.isAlive) device[step.process]?.loseConnections()
    } else if (step.do === 'clock') {
      if (device.clockOffset !== step.off) device.clockChanges += 1
      device.clockOffset = step.off
    } else if (step.do === 'wake') {
      const isNew = !device[step.in]?.isAlive
      const page = device.ensureProcess(step.in)
      if (!isNew) page.wakeUp()
      await time.run()
    } else if (step.do === 'sign in') {
      await this.#signIn(device, this.#user(step.user))
    } else if (step.do === 'sign out') {
      await this.#signOut(device, step.keep)
    } else if (step.do === 'unknown kind') {
      await this.#addUnknownEntry(device, step.title)
    } else {
      await this.#repair(device, step.do, step.nth)
    }
  }

  #mutate(process: Process, kind: MutationKind, card: TitleCard, value: Value) {
    const { checker } = this.world
    const { device } = process
    const nth = this.#startedCount++
    const call = process.start((dataLayer) => kind.mutate(dataLayer, card, value, nth))
    const isPending = () => !call.outcome
    const watch = { device, kind, entity: kind.entity(card.id), value, isPending, wasReached: false }
    checker.watches.add(watch)
    this.#started.push({ call, process, kind, titleId: card.id, value, before: checker.mutations.size, watch })
    checker.activeLanes.set(device, new Set([...(checker.activeLanes.get(device) ?? []), kind.entity(card.id)]))
  }

  /** Mutates the lanes whose bits are set, without any answer. Then kills the page, and a new page drains all entries. */
  async #burst(device: Device, bits: number, meets: Fate) {
    const { world } = this
    const before = device.ensureProcess('page')
    const lanes = [0, 1].flatMap((title) => MUTATION_KINDS.map((kind) => ({ kind, card: this.#card(title) })))
    const chosen = lanes.filter((_, bit) => ((bits >> bit) & 1) === 1)
    for (const { kind, card } of chosen.slice(0, MAX_BURST)) {
      this.#mutate(before, kind, card, kind.values[bits % kind.values.length] ?? kind.off)
      await world.time.run()
      this.check()
    }
    before.kill('with pending entries')
    for (const process of [device.tab, device.worker]) process?.kill('with the page')
    world.tally.fault('killed with pending entries')
    world.tally.counts.kills += 1
    const inFlight = world.requestsSent
    device.ensureProcess('page')
    await world.time.run()
    const request = world.inFlight.find(({ id, path }) => id >= inFlight && path === BATCH)
    if (request) await this.#resolve(request, meets)
    await world.time.run()
  }

  /** Mutates on the page and returns the requests that the page sends for it. */
  async #mutateAndSend(device: Device, kind: MutationKind, card: TitleCard, value: Value): Promise<InFlightRequest[]> {
    const { world } = this
    const before = world.requestsSent
    this.#mutate(device.ensureProcess('page'), kind, card, value)
    await world.time.run()
    this.check()
    return world.inFlight.filter((request) => request.id >= before && isMutation(request))
  }

  /** Mutates on the page and lets the server's answer through. */
  async #mutateAndAcknowledge(device: Device, kind: MutationKind, card: TitleCard, value: Value) {
    for (const request of await this.#mutateAndSend(device, kind, card, value)) await this.#resolve(request, 'ok')
    await this.world.time.run()
  }

  /** Starts the pull of a kind and returns its requests. */
  async #startPull(device: Device, kind: MutationKind) {
    const { world } = this
    const before = world.requestsSent
    this.#pull(device.ensureProcess('page'), (name) => name === pulledBy(kind))
    await world.time.run()
    return world.inFlight.filter(({ id, method }) => id >= before && method === 'GET')
  }

  /** The older of two mutations reaches the server after the newer one was answered. */
  async #overtake(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const { world } = this
    const older = await this.#mutateAndSend(device, kind, card, first)
    for (const request of older) await this.#resolve(request, 'cut, arrives later')
    await world.time.run()
    await this.#mutateAndAcknowledge(device, kind, card, second)
    for (const request of older) if (world.inFlight.includes(request)) await this.#resolve(request, 'ok')
  }

  /** Another device pulls the first mutation, and the second one only at the end of the run. */
  async #elsewhere(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const other = await this.#device(1 - device.index)
    await this.#mutateAndAcknowledge(device, kind, card, first)
    for (const request of await this.#startPull(other, kind)) await this.#resolve(request, 'ok')
    await this.world.time.run()
    await this.#mutateAndAcknowledge(device, kind, card, second)
  }

  /** The device receives a list after a mutation's acknowledgement that the server answered before the mutation. */
  async #stalePage(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const { world } = this
    await this.#mutateAndAcknowledge(device, kind, card, first)
    for (const request of await this.#startPull(device, kind)) await this.#resolve(request, 'answer late')
    await this.#mutateAndAcknowledge(device, kind, card, second)
    for (const { request, answer } of this.#delayedAnswers.splice(0)) world.deliver(request, answer)
    await world.time.run()
  }

  #pull(process: Process, isIncluded: (name: string) => boolean): PendingCall<void> | undefined {
    const running = this.#pulling.get(process)
    if (running && !running.outcome) return running
    const call = process.start(async (dataLayer) => {
      if (!process.device.session) return
      for (const pull of [...dataLayer.pulls, dataLayer.settingsPull]) {
        if (isIncluded(pull.name)) await pull.refresh(await dataLayer.personalDatabase(), {})
      }
    })
    this.#pulling.set(process, call)
    return call
  }

  async #signOut(device: Device, keep: boolean) {
    const { checker, time } = this.world
    device.ensureProcess('page')
    await time.run()
    if (device.session) this.#endedTokens.add(device.session.token)
    checker.signingOut.set(device, { keep })
    if (!keep) this.#wiped.add(device)
    const process = device.ensureProcess('page')
    const call = process.start((dataLayer) => dataLayer.signOut({ keep }))
    this.#signingOut.set(device, { call, process })
    await time.run()
    for (let tries = 0; tries < 5 && !call.outcome; tries++) {
      await this.#answerAll()
      await time.pass(SECOND)
    }
  }

  /** Adds an entry of a kind that only a newer app version knows, as after a rollback. */
  async #addUnknownEntry(device: Device, title: number) {
    const titleId = this.#card(title).id
    const key = crypto.randomUUID()
    device.ensureProcess('page').start(async (dataLayer) => {
      const database = await dataLayer.personalDatabase()
      await database.outbox.add({
        key,
        formatVersion: 99,
        userId: database.userId,
        kind: 'of.the.future',
        entity: `future:${titleId}`,
        payload: { titleId },
        label: '',
        createdAt: 0,
        attempts: 0,
        unsure: false,
        refusals: 0,
        failingAfter: null,
        nextAt: 0,
        leaseUntil: 0,
        leaseBy: null,
        status: 'queued',
        lastError: null,
      })
      this.#unknownEntries.set(key, device)
    })
    await this.world.time.run()
  }

  async #repair(device: Device, how: 'retry' | 'discard', nth: number) {
    const { checker, time } = this.world
    const page = device.ensureProcess('page')
    const state = page.start((dataLayer) => dataLayer.syncState())
    await time.run()
    const failed = state.outcome?.ok === true ? (state.outcome.value?.failed ?? []) : []
    const entry = failed[nth % Math.max(1, failed.length)]
    if (!entry) return
    if (how === 'discard') checker.discarding.set(device, new Set([entry.seq]))
    page.start((dataLayer) =>
      how === 'retry' ? dataLayer.retryMutation(entry.seq) : dataLayer.discardMutation(entry.seq),
    )
    await time.run()
  }

  /** Applies a fate to one of the requests in flight, or delivers one of the delayed answers. */
  async #network(pick: number, fate: Fate) {
    const { world } = this
    const choices = [...world.inFlight, ...this.#delayedAnswers]
    const chosen = choices[pick % Math.max(1, choices.length)]
    if (!chosen) return
    world.note(`network: #${'request' in chosen ? `${chosen.request.id} (delayed answer)` : chosen.id} ${fate}`)
    if ('request' in chosen) {
      this.#delayedAnswers.splice(this.#delayedAnswers.indexOf(chosen), 1)
      return world.deliver(chosen.request, chosen.answer)
    }
    await this.#resolve(chosen, fate)
    await world.time.run(this.world.random() < 0.5 ? 9999 : Math.floor(this.world.random() * 30))
  }

  /** Applies a fate to a request in flight. */
  async #resolve(request: InFlightRequest, fate: Fate) {
    const { world } = this
    if (fate !== 'ok') world.tally.fault(fate)
    const handle = async () => this.#poisonedAnswer(request) ?? (await world.handle(request))
    if (fate === 'cut, arrives later') return world.deliver(request, 'cut')
    if (fate === 'arrives again later') return world.deliver(request, await handle())
    world.inFlight = world.inFlight.filter((other) => other !== request)
    const synthetic = syntheticAnswer(fate)
    if (fate === 'never arrives') world.deliver(request, 'cut')
    else if (fate === 'answer lost') {
      await handle()
      world.deliver(request, 'cut')
    } else if (fate === 'arrives twice') {
      const [first, second] = [await handle(), await handle()]
      world.deliver(request, world.random() < 0.5 ? first : second)
    } else if (fate === 'answer late') this.#delayedAnswers.push({ request, answer: await handle() })
    else if (fate === 'old answer') {
      const oldAnswers = world.oldAnswers.get(`${world.userOf(request)?.id} ${request.path}`) ?? []
      const old = request.method === 'GET' ? oldAnswers[Math.floor(world.random() * oldAnswers.length)] : undefined
      world.deliver(request, old ?? (await handle()))
    } else if (synthetic && !(fate === '410' && isMutation(request)) && !(fate === '405' && request.path !== BATCH))
      world.deliver(request, synthetic)
    else world.deliver(request, await handle())
  }

  #poisonedAnswer(request: InFlightRequest): Answer | undefined {
    if (!isMutation(request)) return undefined
    const mutation = this.world.checker.mutations.get(request.headers['idempotency-key'] ?? '')
    const lane =
      mutation && (mutation.kind.countOnServer ? mutation.kind.entity(idOf(mutation.entity)) : mutation.entity)
    return lane !== undefined && this.world.poisoned.has(lane) ? syntheticAnswer('500') : undefined
  }

  async #answerAll() {
    const { world } = this
    await world.time.run()
    for (let rounds = 0; world.inFlight.length > 0 && rounds < 200; rounds++) {
      const [request] = world.inFlight
      if (request) await this.#resolve(request, 'ok')
      await world.time.run()
    }
  }

  /** A fair network: delivers all delayed answers and answers all requests in flight. */
  async #calm() {
    for (const { request, answer } of this.#delayedAnswers.splice(0)) this.world.deliver(request, answer)
    await this.#answerAll()
  }

  /** I4, I8: the data layer shows the value that follows from the device's committed state. */
  async #checkDisplayed(device: Device, process: Process, kind: MutationKind, titleId: number) {
    const { world } = this
    const isLast = (call: PendingCall<void>) => call === this.#started.at(-1)?.call
    if (!process.isAlive || this.#started.some(({ call }) => !isLast(call) && !call.outcome)) return
    if (kind.countOnServer) return
    const { session } = device
    const reading = process.start((dataLayer) => kind.read(dataLayer, titleId))
    await world.time.run()
    if (!session || reading.outcome?.ok !== true || !process.isAlive) return
    const entity = kind.entity(titleId)
    const expected = world.checker.view(world.checker.stateOf(device, session.user.id), kind, entity)
    if (reading.outcome.value !== expected)
      world.checker.fail(
        'I4',
        `${entity} shows ${reading.outcome.value} and should show ${expected} on ${process.name}`,
      )
  }

  /** Checks the calls that have settled since the last step, then the accounting. Throws the first violation. */
  check() {
    const { checker } = this.world
    const settled = this.#started.filter(({ call, process }) => call.outcome || !process.isAlive)
    for (const mutation of settled) this.#checkAccepted(mutation)
    this.#started = this.#started.filter((mutation) => !settled.includes(mutation))
    checker.activeLanes.clear()
    for (const { process, kind, titleId } of this.#started) {
      const lanes = checker.activeLanes.get(process.device) ?? new Set()
      checker.activeLanes.set(process.device, lanes.add(kind.entity(titleId)))
    }
    for (const [device, { call, process }] of this.#signingOut) {
      if (!call.outcome && process.isAlive) continue
      this.#signingOut.delete(device)
      checker.signingOut.delete(device)
    }
    checker.checkAccounting()
    if (checker.violation) throw checker.violation
  }

  /** I1: a resolved mutation has an entry, or the view already had its value; a rejected mutation has no entry. */
  #checkAccepted({ call, process, kind, titleId, value, before, watch }: StartedMutation) {
    const { checker } = this.world
    checker.watches.delete(watch)
    const entity = kind.entity(titleId)
    const entries = [...checker.mutations.values()]
      .slice(before)
      .filter(
        (mutation) =>
          mutation.device === process.device && mutation.entity.startsWith(entity) && mutation.value === value,
      )
    if (!call.outcome || entries.length > 0) {
      const sameLane = this.#started.filter(
        (other) => other.process.device === process.device && kind.entity(other.titleId) === entity,
      )
      if (call.outcome?.ok === false && sameLane.length === 1)
        checker.fail('I1', `${entity} → ${value} was rejected (${call.outcome.failure}) and has an entry`)
      return
    }
    if (!call.outcome.ok) return
    if (kind.countOnServer) return checker.fail('I1', `${entity} was accepted and has no entry`)
    // No entry is needed if the view had the value already.
    if (!watch.wasReached) checker.fail('I1', `${entity} → ${value} was accepted and has no entry`)
  }

  /** Ends all faults, lets every outbox drain on a fair network, pulls everywhere, then checks I2, I3, I7, I10 and I11. */
  async finish() {
    const { world } = this
    const { checker } = world
    for (const device of world.devices) {
      device.failingCommits = 0
      for (const process of [device.page, device.tab, device.worker]) process?.cancelKill()
    }
    await this.#calm()
    for (const user of this.world.users) {
      if (![...checker.mutations.values()].some(({ userId }) => userId === user.id)) continue
      const devices = world.devices.filter((device) => device.factory._databases.has(`parde-user-${user.id}`))
      for (const device of devices) {
        device.tab?.kill('before the end')
        await this.#drain(device, user)
      }
      for (const device of devices) await this.#pullAll(device, user)
      await this.#compare(user, devices)
      this.check()
    }
    for (const [key, device] of this.#unknownEntries) {
      if (!checker.hasEntry(device, key) && !this.#wiped.has(device))
        checker.fail('I11', `an entry of an unknown kind is gone`)
    }
    for (const mutation of checker.mutations.values()) {
      if (mutation.state === 'pending') checker.fail('I7', `${mutation.entity} → ${mutation.value} is still pending`)
      if (mutation.state === 'failed' && !mutation.statuses.some((status) => status >= 400))
        checker.fail('I7', `${mutation.entity} → ${mutation.value} failed without a reason`)
    }
  }

  /** Signs the user in and runs timers until none of the device's entries is pending. */
  async #drain(device: Device, user: TestUser) {
    const { world } = this
    await this.#signIn(device, user)
    device.ensureProcess('page').wakeUp()
    const hasPending = () =>
      [...world.checker.mutations.values()].some(
        (mutation) => mutation.device === device && mutation.userId === user.id && mutation.state === 'pending',
      )
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await this.#answerAll()
      if (!hasPending()) return
      if (round === POISONED_ROUNDS) world.poisoned.clear()
      const { nextTimer } = world.time
      await world.time.pass(
        Math.max(1, Math.min(nextTimer ?? Infinity, world.time.now + 600 * SECOND) - world.time.now),
      )
    }
  }

  /** Pulls all lists that the user's mutations touched. */
  async #pullAll(device: Device, user: TestUser) {
    const { world } = this
    const { id } = user
    await this.#signIn(device, user)
    const touched = new Set(
      [...world.checker.mutations.values()].flatMap((mutation) =>
        mutation.userId === id ? [pulledBy(mutation.kind)] : [],
      ),
    )
    // Imports change the watchlist and the history.
    if (touched.has('reports')) for (const list of ['watchlist', 'history']) touched.add(list)
    const call = this.#pull(device.ensureProcess('page'), (name) => touched.has(name))
    for (let rounds = 0; rounds < 20 && !call?.outcome; rounds++) {
      await this.#answerAll()
      if (!call?.outcome) await world.time.pass(SECOND)
    }
    if (call?.outcome?.ok === false)
      throw new InvariantViolation('I10', `a pull on a fair network failed: ${call.outcome.failure}`)
  }

  async #compare(user: TestUser, devices: Device[]) {
    const { world } = this
    const { checker, server } = world
    const entities = new Set(
      [...checker.mutations.values()].filter(({ userId }) => userId === user.id).map(({ entity }) => entity),
    )
    for (const { key, entity, kind, state, userId } of checker.mutations.values()) {
      if (userId !== user.id || !kind.countOnServer) continue
      const rows = await kind.countOnServer(server.database, userId, key)
      if (rows > 1 || (state === 'acknowledged' && rows !== 1))
        checker.fail('I2', `finally ${entity} is ${state} and the server has ${rows} rows of it`)
    }
    if ([...entities].some((entity) => entity.startsWith('request:'))) await this.#compareRequests(user, devices)
    for (const kind of MUTATION_KINDS) {
      if (kind.countOnServer) continue
      for (const { id: titleId } of kind.isMonotonic ? server.cards.slice(0, 1) : server.cards) {
        const entity = kind.entity(titleId)
        if (!entities.has(entity)) continue
        const possible = checker.possibleValues(user.id, entity)
        const actual = await kind.valueOnServer(server.database, user.id, titleId)
        if (!possible.includes(actual))
          checker.fail('I3', `finally the server has ${entity} ${actual} and should have ${possible.join(' or ')}`)
        await this.#compareParts(user, kind, titleId)
        for (const device of devices) {
          // Without a pull, a device knows only its own mutations.
          const isKnown = checker.stateOf(device, user.id).tables.get(kind.table)?.has(kind.rowKey(titleId))
          if (!kind.isPulled && (!isKnown || checker.writers(user.id, entity).some((other) => other !== device)))
            continue
          if (!kind.isPulled && checker.mayBeOutdated(device, user.id, entity)) continue
          const reading = device.ensureProcess('page').start((dataLayer) => kind.read(dataLayer, titleId))
          await world.time.run()
          const view = reading.outcome?.ok === true ? reading.outcome.value : 'nothing'
          if (view !== actual)
            checker.fail('I3', `finally device ${device.index} shows ${entity} ${view} and the server has ${actual}`)
        }
      }
    }
  }

  /** I3 for each part of an entity (episodes of a series). */
  async #compareParts({ id }: TestUser, kind: MutationKind, titleId: number) {
    const { checker, server } = this.world
    const expected = checker.parts(id, kind.entity(titleId), titleId)
    if (!kind.partsOnServer || !expected) return
    const actual = await kind.partsOnServer(server.database, id, titleId)
    const format = (parts: Map<string, Value>) =>
      [...parts]
        .map((part) => part.join('@'))
        .toSorted()
        .join()
    if (format(actual) !== format(expected))
      checker.fail(
        'I3',
        `finally the server has ${kind.entity(titleId)} ${format(actual)} and should have ${format(expected)}`,
      )
  }

  /** I10: each device has the server's list of title requests. */
  async #compareRequests({ id }: TestUser, devices: Device[]) {
    const { server, time, checker } = this.world
    const rows = await server.database.select({ name: requests.name }).from(requests).where(eq(requests.userId, id))
    const expected = rows.map(({ name }) => name).toSorted()
    for (const device of devices) {
      const reading = device.ensureProcess('page').start((dataLayer) => dataLayer.myRequests())
      await time.run()
      const items = reading.outcome?.ok === true ? (reading.outcome.value?.items ?? []) : []
      const actual = items.flatMap(({ name, pending }) => (pending ? [] : [name])).toSorted()
      if (actual.join() !== expected.join())
        checker.fail(
          'I10',
          `finally device ${device.index} has the requests ${actual.join()} and the server ${expected.join()}`,
        )
    }
  }
}

/** The lists that a `pull` step refreshes, by its `what`. */
const PULL_SETS = [
  ['watchlist', 'history'],
  ['notifications'],
  ['requests'],
  ['watchlist', 'history', 'notifications', 'requests', 'notificationSettings'],
]

const pulledBy = ({ pulledBy: name, table }: MutationKind) => name ?? table

function kindAt(index: number): MutationKind {
  const kind = MUTATION_KINDS[index % MUTATION_KINDS.length]
  if (!kind) throw new Error('no kinds')
  return kind
}

/** The answer that a fate replaces the server's answer with, if it does. */
function syntheticAnswer(fate: Fate | '500'): Answer | undefined {
  const refusal = (status: number, headers: Record<string, string> = {}, more: object = {}): Answer => ({
    status,
    headers,
    text: JSON.stringify({ message: `refused with ${status}`, ...more }),
    isOurs: true,
  })
  switch (fate) {
    case 'portal':
      return { status: 200, headers: {}, text: '<html>Sign in to the network</html>', isOurs: false }
    case 'redirect':
      return { status: 0, headers: {}, text: '', isOurs: false }
    case 'foreign 404':
      return { status: 404, headers: {}, text: '<html>Not found</html>', isOurs: false }
    case '401':
    case '419':
    case '404':
    case '405':
    case '422':
    case '410':
    case '500':
    case '503':
      return refusal(Number(fate))
    case '429':
      return refusal(429, { 'retry-after': '30' })
    case '409':
      return refusal(409, { 'retry-after': '1' }, { code: 'in_progress' })
    default:
      return undefined
  }
}

import type { TitleCard } from '#contract/titleCards.ts'
import { BATCH } from '#tests/sync/checks/answers.ts'
import type { MutationWatch } from '#tests/sync/checks/trackedMutation.ts'
import type { Device, PendingCall, Process } from '#tests/sync/simulation/device.ts'
import { type InFlightRequest, isMutation } from '#tests/sync/simulation/network.ts'
import type { TestUser } from '#tests/sync/simulation/testServer.ts'
import type { World } from '#tests/sync/simulation/world.ts'
import { MUTATION_KINDS, type MutationKind, pulledBy, type Value } from './mutationKinds.ts'
import type { NetworkControl } from './networkControl.ts'
import type { Fate, Plan } from './plan.ts'

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

const SECOND = 1000
/** Mutations of a burst: enough that the client sends them as one batch. */
const MAX_BURST = 6

/** Performs what users do on their devices, and checks how the data layer answers. */
export class UserActions {
  #started: StartedMutation[] = []
  #startedCount = 0
  /** tokens of signed-out sessions; the server may not have received the sign-out */
  readonly #endedTokens = new Set<string>()
  /** keys of outbox entries of an unknown kind, and their devices */
  readonly unknownEntries = new Map<string, Device>()
  /** devices where a sign-out discarded the outbox */
  readonly wiped = new Set<Device>()
  readonly #signingOut = new Map<Device, { call: PendingCall<unknown>; process: Process }>()
  readonly #pulling = new Map<Process, PendingCall<void>>()

  constructor(
    readonly world: World,
    readonly plan: Plan,
    readonly network: NetworkControl,
  ) {}

  async begin() {
    const { world } = this
    world.server.clock.now = world.time.now
    world.users.push(await world.server.newUser(), await world.server.newUser())
    await this.device(0)
  }

  /** The device; created and signed in at first use. */
  async device(index: number): Promise<Device> {
    const existing = this.world.devices[index]
    if (existing) return existing
    for (let next = this.world.devices.length; next <= index; next++) {
      const device = this.world.device(next)
      device.hasLocks = this.plan.locks[next] ?? true
      await this.signIn(device, this.user(0))
    }
    return this.device(index)
  }

  user(index: number): TestUser {
    const user = this.world.users[index]
    if (!user) throw new Error('no such user')
    return user
  }

  /** Signs in with a new token, unless the user is signed in already. */
  async signIn(device: Device, user: TestUser) {
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
    if (this.plan.steps.some((step) => step.do === 'restore')) await this.#firstPull(device)
  }

  /** Pulls all lists: a device without a cursor cannot notice that the server was restored. */
  async #firstPull(device: Device) {
    const { world } = this
    const before = world.requestsSent
    const call = this.pull(device.ensureProcess('page'), () => true)
    await world.time.run()
    for (let requests = 0; requests < 20 && !call?.outcome; requests++) {
      const request = world.inFlight.find(({ id, method }) => id >= before && method === 'GET')
      if (!request) return
      await this.network.resolve(request, 'ok')
      await world.time.run()
    }
  }

  card(index: number): TitleCard {
    const card = this.world.server.cards[index]
    if (!card) throw new Error('no such title')
    return card
  }

  mutate(process: Process, kind: MutationKind, card: TitleCard, value: Value) {
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
  async burst(device: Device, bits: number, meets: Fate) {
    const { world } = this
    const before = device.ensureProcess('page')
    const lanes = [0, 1].flatMap((title) => MUTATION_KINDS.map((kind) => ({ kind, card: this.card(title) })))
    const chosen = lanes.filter((_, bit) => ((bits >> bit) & 1) === 1)
    for (const { kind, card } of chosen.slice(0, MAX_BURST)) {
      this.mutate(before, kind, card, kind.values[bits % kind.values.length] ?? kind.off)
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
    if (request) await this.network.resolve(request, meets)
    await world.time.run()
  }

  /** Mutates on the page and returns the requests that the page sends for it. */
  async mutateAndSend(device: Device, kind: MutationKind, card: TitleCard, value: Value): Promise<InFlightRequest[]> {
    const { world } = this
    const before = world.requestsSent
    this.mutate(device.ensureProcess('page'), kind, card, value)
    await world.time.run()
    this.check()
    return world.inFlight.filter((request) => request.id >= before && isMutation(request))
  }

  /** Mutates on the page and lets the server's answer through. */
  async #mutateAndAcknowledge(device: Device, kind: MutationKind, card: TitleCard, value: Value) {
    for (const request of await this.mutateAndSend(device, kind, card, value)) await this.network.resolve(request, 'ok')
    await this.world.time.run()
  }

  /** Starts the pull of a kind and returns its requests. */
  async #startPull(device: Device, kind: MutationKind) {
    const { world } = this
    const before = world.requestsSent
    this.pull(device.ensureProcess('page'), (name) => name === pulledBy(kind))
    await world.time.run()
    return world.inFlight.filter(({ id, method }) => id >= before && method === 'GET')
  }

  /** The older of two mutations reaches the server after the newer one was answered. */
  async overtake(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const { world } = this
    const older = await this.mutateAndSend(device, kind, card, first)
    for (const request of older) await this.network.resolve(request, 'cut, arrives later')
    await world.time.run()
    await this.#mutateAndAcknowledge(device, kind, card, second)
    for (const request of older) if (world.inFlight.includes(request)) await this.network.resolve(request, 'ok')
  }

  /** Another device pulls the first mutation, and the second one only at the end of the run. */
  async elsewhere(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const other = await this.device(1 - device.index)
    await this.#mutateAndAcknowledge(device, kind, card, first)
    for (const request of await this.#startPull(other, kind)) await this.network.resolve(request, 'ok')
    await this.world.time.run()
    await this.#mutateAndAcknowledge(device, kind, card, second)
  }

  /** The device receives a list after a mutation's acknowledgement that the server answered before the mutation. */
  async stalePage(
    device: Device,
    kind: MutationKind,
    card: TitleCard,
    { first, second }: Record<'first' | 'second', Value>,
  ) {
    const { world } = this
    await this.#mutateAndAcknowledge(device, kind, card, first)
    for (const request of await this.#startPull(device, kind)) await this.network.resolve(request, 'answer late')
    await this.#mutateAndAcknowledge(device, kind, card, second)
    for (const { request, answer } of this.network.delayedAnswers.splice(0)) world.deliver(request, answer)
    await world.time.run()
  }

  pull(process: Process, isIncluded: (name: string) => boolean): PendingCall<void> | undefined {
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

  async signOut(device: Device, keepData: boolean) {
    const { checker, time } = this.world
    device.ensureProcess('page')
    await time.run()
    if (device.session) this.#endedTokens.add(device.session.token)
    checker.signingOut.set(device, { keepData })
    checker.signOutBegun(device)
    if (!keepData) this.wiped.add(device)
    const process = device.ensureProcess('page')
    const call = process.start((dataLayer) => dataLayer.signOut({ keepData }))
    this.#signingOut.set(device, { call, process })
    await time.run()
    for (let tries = 0; tries < 5 && !call.outcome; tries++) {
      await this.network.answerAll()
      await time.pass(SECOND)
    }
  }

  /** Adds an entry of a kind that only a newer app version knows, as after a rollback. */
  async addUnknownEntry(device: Device, title: number) {
    const titleId = this.card(title).id
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
      this.unknownEntries.set(key, device)
    })
    await this.world.time.run()
  }

  async repair(device: Device, how: 'retry' | 'discard', nth: number) {
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

  /** I4, I8: the data layer shows the value that follows from the device's committed state. */
  async checkDisplayed(device: Device, process: Process, kind: MutationKind, titleId: number) {
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
    checker.downloads.settleCalls()
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
}

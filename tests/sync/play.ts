import { eq } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import { requests } from '#server/database/schema/personal.ts'
import type { Device, Doing, Process } from './device.ts'
import type { House, Person } from './house.ts'
import { KINDS, type Kind, type Value } from './kinds.ts'
import { BATCH, Broken, idOf, type TapWatch } from './ledger.ts'
import { type Answer, type Flight, isMutation } from './network.ts'
import type { Fate, Plan, Step } from './steps.ts'
import { type Stage, World } from './world.ts'

interface Tap {
  doing: Doing<void>
  process: Process
  kind: Kind
  titleId: number
  value: Value
  /** how many wishes there had been */
  before: number
  watch: TapWatch
}

/** Plays one plan from an empty device to rest, and throws `Broken` as soon as an invariant does not hold. */
export async function play(stage: Stage, house: House, plan: Plan): Promise<void> {
  const game = new Game(new World(stage, house, plan.seed), plan)
  const { stackTraceLimit } = Error
  // What nobody waits for fails unheard: in a browser it would be a line in the console.
  let unheard: unknown
  const hear = (failure: unknown) => {
    unheard ??= failure
  }
  process.on('unhandledRejection', hear)
  // Nobody reads them, and an abort of a request costs more for its stack than for all else.
  if (!process.env.SYNC_STACKS) Error.stackTraceLimit = 0
  try {
    await game.begin()
    for (const step of plan.steps) {
      game.world.note(`· ${JSON.stringify(step)}`)
      stage.tally.counts.steps += 1
      await game.step(step)
      game.check()
    }
    game.world.note('· everything comes to rest')
    await game.rest()
    game.check()
    if (unheard !== undefined) throw unheard
    stage.tally.counts.runs += 1
  } catch (failure) {
    const told = game.world.ledger.broken ?? failure
    if (told instanceof Error) told.message += `\n${game.world.trace.slice(-120).join('\n')}`
    throw told
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    await game.world.end()
    process.off('unhandledRejection', hear)
  }
}

/** Steps that are told of as faults; the others are work, or what they meet is told. */
const TOLD = new Set<Step['do']>([
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
/** Enough for one call that carries them all. */
const BURST = 6
/** Passes of the fair network at the end before "it empties" is given up: each is the next timer's, whoever has set it. */
const ROUNDS = 300
/** Passes that a poisoned lane has to stop the others. */
const POISONED = 30

class Game {
  #taps: Tap[] = []
  #tapped = 0
  readonly #late: { flight: Flight; answer: Answer }[] = []
  /** tokens that somebody signed out with: the server may or may not have been told */
  readonly #ended = new Set<string>()
  /** entries that this version does not know, and where they wait */
  readonly #unknown = new Map<string, Device>()
  /** devices on which somebody gave everything up */
  readonly #wiped = new Set<Device>()
  readonly #leaving = new Map<Device, { doing: Doing<unknown>; process: Process }>()
  readonly #pulling = new Map<Process, Doing<void>>()

  constructor(
    readonly world: World,
    readonly plan: Plan,
  ) {}

  async begin() {
    const { world } = this
    world.house.clock.now = world.time.now
    world.people.push(await world.house.newPerson(), await world.house.newPerson())
    await this.#device(0)
  }

  /** The device, set up and signed in at first use. */
  async #device(index: number): Promise<Device> {
    const there = this.world.devices[index]
    if (there) return there
    for (let next = this.world.devices.length; next <= index; next++) {
      const device = this.world.device(next)
      device.hasLocks = this.plan.locks[next] ?? true
      await this.#signIn(device, this.#person(0))
    }
    return this.#device(index)
  }

  #person(index: number): Person {
    const person = this.world.people[index]
    if (!person) throw new Error('no such person')
    return person
  }

  /** Signs in where that person is not signed in already, under a token of its own. */
  async #signIn(device: Device, person: Person) {
    const { house, time } = this.world
    device.living('page')
    await time.run()
    const now = device.session
    if (now?.user.id === person.id && now.status === 'active' && !this.#ended.has(now.token)) return
    const { id, name } = person
    const user = { id, name, email: null, telegram: null, newNotifications: false, subscription: null, createdAt: null }
    const token = await house.newToken(person)
    device.living('page').do((floor) => floor.beginSession(token, user))
    await time.run()
  }

  #card(index: number): TitleCard {
    const card = this.world.house.cards[index]
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
    if (TOLD.has(step.do)) world.tally.fault(step.do)
    const device = await this.#device(step.device)
    if (step.do === 'tap') {
      const kind = kindAt(step.kind)
      const card = this.#card(step.title)
      const value = kind.wishes[step.wish % kind.wishes.length] ?? kind.off
      const process = device.living(step.in)
      this.#tap(process, kind, card, value)
      await time.run(step.after)
      if (step.after > 999) await this.#look(device, process, kind, card.id)
    } else if (step.do === 'burst') {
      await this.#burst(device, step.wishes, step.meets)
    } else if (step.do === 'refused') {
      const kind = kindAt(step.kind)
      const wish = kind.wishes[step.wish % kind.wishes.length] ?? kind.off
      const flights = await this.#wish(device, kind, this.#card(step.title), wish)
      for (const flight of flights) await this.#meet(flight, step.meets)
      await time.run()
    } else if (step.do === 'overtake' || step.do === 'stale page' || step.do === 'elsewhere') {
      const [kind, card] = [kindAt(step.kind), this.#card(step.title)]
      const wishes = [0, 1].map((more) => kind.wishes[(step.wish + more) % kind.wishes.length] ?? kind.off)
      const [first = kind.off, second = kind.off] = wishes
      if (step.do === 'overtake') await this.#overtake(device, kind, card, { first, second })
      else if (step.do === 'stale page') await this.#stalePage(device, kind, card, { first, second })
      else await this.#elsewhere(device, kind, card, { first, second })
    } else if (step.do === 'sleep') {
      const process = device[step.in]
      if (process?.alive) process.freeze()
      await time.run()
    } else if (step.do === 'worker') {
      device.living('worker').do((floor) => floor.sendOutbox())
      await time.run(step.after)
    } else if (step.do === 'kill') {
      const process = device[step.process]
      if (process?.alive) process.dieAt(step.boundary)
    } else if (step.do === 'steal') {
      device.locks.steal('parde-drain')
    } else if (step.do === 'pull') {
      const before = world.flightsEver
      this.#pull(device.living(step.in), (name) => LISTS[step.what]?.includes(name) === true)
      await time.run()
      const flight = world.flights.find(({ id, method }) => id >= before && method === 'GET')
      if (step.meets !== 'ok' && flight) await this.#meet(flight, step.meets)
    } else if (step.do === 'full') {
      device.fullFor = step.commits
    } else if (step.do === 'close') {
      if (device[step.process]?.alive) device[step.process]?.loseConnections()
    } else if (step.do === 'clock') {
      if (device.clockOff !== step.off) device.clockChanges += 1
      device.clockOff = step.off
    } else if (step.do === 'wake') {
      const isNew = !device[step.in]?.alive
      const page = device.living(step.in)
      if (!isNew) page.wakeUp()
      await time.run()
    } else if (step.do === 'sign in') {
      await this.#signIn(device, this.#person(step.person))
    } else if (step.do === 'sign out') {
      await this.#signOut(device, step.keep)
    } else if (step.do === 'unknown kind') {
      await this.#leaveUnknown(device, step.title)
    } else {
      await this.#repair(device, step.do, step.nth)
    }
  }

  #tap(process: Process, kind: Kind, card: TitleCard, value: Value) {
    const { ledger } = this.world
    const { device } = process
    const nth = this.#tapped++
    const doing = process.do((floor) => kind.tap(floor, card, value, nth))
    const isUnderWay = () => !doing.outcome
    const watch = { device, kind, entity: kind.entity(card.id), value, isUnderWay, stood: false }
    ledger.taps.add(watch)
    this.#taps.push({ doing, process, kind, titleId: card.id, value, before: ledger.wishes.size, watch })
    ledger.tapping.set(device, new Set([...(ledger.tapping.get(device) ?? []), kind.entity(card.id)]))
  }

  /** Wishes of as many lanes as there are bits set, no answer coming; then a new page finds them all at once. */
  async #burst(device: Device, wishes: number, meets: Fate) {
    const { world } = this
    const before = device.living('page')
    const lanes = [0, 1].flatMap((title) => KINDS.map((kind) => ({ kind, card: this.#card(title) })))
    const chosen = lanes.filter((_, bit) => ((wishes >> bit) & 1) === 1)
    for (const { kind, card } of chosen.slice(0, BURST)) {
      this.#tap(before, kind, card, kind.wishes[wishes % kind.wishes.length] ?? kind.off)
      await world.time.run()
      this.check()
    }
    before.die('with all that waits')
    for (const one of [device.tab, device.worker]) one?.die('with it')
    world.tally.fault('killed with all that waits')
    world.tally.counts.kills += 1
    const flights = world.flightsEver
    device.living('page')
    await world.time.run()
    const flight = world.flights.find(({ id, path }) => id >= flights && path === BATCH)
    if (flight) await this.#meet(flight, meets)
    await world.time.run()
  }

  /** The requests that a wish makes. */
  async #wish(device: Device, kind: Kind, card: TitleCard, value: Value): Promise<Flight[]> {
    const { world } = this
    const before = world.flightsEver
    this.#tap(device.living('page'), kind, card, value)
    await world.time.run()
    this.check()
    return world.flights.filter((flight) => flight.id >= before && isMutation(flight))
  }

  /** A wish that reaches the server and hears of it. */
  async #fulfilled(device: Device, kind: Kind, card: TitleCard, value: Value) {
    for (const flight of await this.#wish(device, kind, card, value)) await this.#meet(flight, 'ok')
    await this.world.time.run()
  }

  /** A device asks how a kind stands: its calls, on their way. */
  async #asked(device: Device, kind: Kind) {
    const { world } = this
    const before = world.flightsEver
    this.#pull(device.living('page'), (name) => name === pulledBy(kind))
    await world.time.run()
    return world.flights.filter(({ id, method }) => id >= before && method === 'GET')
  }

  /** The older of two wishes reaches the server after the newer one was answered. */
  async #overtake(device: Device, kind: Kind, card: TitleCard, { first, second }: Record<'first' | 'second', Value>) {
    const { world } = this
    const older = await this.#wish(device, kind, card, first)
    for (const flight of older) await this.#meet(flight, 'cut, arrives later')
    await world.time.run()
    await this.#fulfilled(device, kind, card, second)
    for (const flight of older) if (world.flights.includes(flight)) await this.#meet(flight, 'ok')
  }

  /** Another device has what this one wished, and hears of what it wishes next when all comes to rest. */
  async #elsewhere(device: Device, kind: Kind, card: TitleCard, { first, second }: Record<'first' | 'second', Value>) {
    const other = await this.#device(1 - device.index)
    await this.#fulfilled(device, kind, card, first)
    for (const flight of await this.#asked(other, kind)) await this.#meet(flight, 'ok')
    await this.world.time.run()
    await this.#fulfilled(device, kind, card, second)
  }

  /** What was pulled before a wish was taken is read after its acknowledgement. */
  async #stalePage(device: Device, kind: Kind, card: TitleCard, { first, second }: Record<'first' | 'second', Value>) {
    const { world } = this
    await this.#fulfilled(device, kind, card, first)
    for (const flight of await this.#asked(device, kind)) await this.#meet(flight, 'answer late')
    await this.#fulfilled(device, kind, card, second)
    for (const late of this.#late.splice(0)) world.land(late.flight, late.answer)
    await world.time.run()
  }

  #pull(process: Process, which: (name: string) => boolean = () => true): Doing<void> | undefined {
    const running = this.#pulling.get(process)
    if (running && !running.outcome) return running
    const doing = process.do(async (floor) => {
      if (!process.device.session) return
      for (const pull of [...floor.pulls, floor.settingsPull]) {
        if (which(pull.name)) await pull.refresh(await floor.personalDatabase(), {})
      }
    })
    this.#pulling.set(process, doing)
    return doing
  }

  async #signOut(device: Device, keep: boolean) {
    const { ledger, time } = this.world
    device.living('page')
    await time.run()
    if (device.session) this.#ended.add(device.session.token)
    ledger.leaving.set(device, { keep })
    if (!keep) this.#wiped.add(device)
    const process = device.living('page')
    const leaving = process.do((floor) => floor.signOut({ keep }))
    this.#leaving.set(device, { doing: leaving, process })
    await time.run()
    for (let tries = 0; tries < 5 && !leaving.outcome; tries++) {
      await this.#answerAll()
      await time.pass(SECOND)
    }
  }

  /** What a newer version has queued, before this older one took over again. */
  async #leaveUnknown(device: Device, title: number) {
    const titleId = this.#card(title).id
    const key = crypto.randomUUID()
    device.living('page').do(async (floor) => {
      const database = await floor.personalDatabase()
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
      this.#unknown.set(key, device)
    })
    await this.world.time.run()
  }

  async #repair(device: Device, how: 'retry' | 'discard', nth: number) {
    const { ledger, time } = this.world
    const page = device.living('page')
    const state = page.do((floor) => floor.syncState())
    await time.run()
    const failed = state.outcome?.ok === true ? (state.outcome.value?.failed ?? []) : []
    const entry = failed[nth % Math.max(1, failed.length)]
    if (!entry) return
    if (how === 'discard') ledger.discarding.set(device, new Set([entry.seq]))
    page.do((floor) => (how === 'retry' ? floor.retryMutation(entry.seq) : floor.discardMutation(entry.seq)))
    await time.run()
  }

  /** One of the requests under way, or one of the answers kept back, meets its fate. */
  async #network(pick: number, fate: Fate) {
    const { world } = this
    const choices = [...world.flights, ...this.#late]
    const chosen = choices[pick % Math.max(1, choices.length)]
    if (!chosen) return
    world.note(`network: #${'flight' in chosen ? `${chosen.flight.id} (kept back)` : chosen.id} ${fate}`)
    if ('flight' in chosen) {
      this.#late.splice(this.#late.indexOf(chosen), 1)
      return world.land(chosen.flight, chosen.answer)
    }
    await this.#meet(chosen, fate)
    await world.time.run(this.world.random() < 0.5 ? 9999 : Math.floor(this.world.random() * 30))
  }

  async #meet(flight: Flight, fate: Fate) {
    const { world } = this
    if (fate !== 'ok') world.tally.fault(fate)
    const leave = () => {
      world.flights = world.flights.filter((other) => other !== flight)
    }
    const reach = async () => this.#poison(flight) ?? (await world.reach(flight))
    const madeUp = made(fate)
    if (fate === 'cut, arrives later') return world.land(flight, 'cut')
    if (fate === 'arrives again later') return world.land(flight, await reach())
    leave()
    if (fate === 'never arrives') world.land(flight, 'cut')
    else if (fate === 'answer lost') {
      await reach()
      world.land(flight, 'cut')
    } else if (fate === 'arrives twice') {
      const [first, second] = [await reach(), await reach()]
      world.land(flight, world.random() < 0.5 ? first : second)
    } else if (fate === 'answer late') this.#late.push({ flight, answer: await reach() })
    else if (fate === 'old answer') {
      const olds = world.old.get(`${world.personOf(flight)?.id} ${flight.path}`) ?? []
      const old = flight.method === 'GET' ? olds[Math.floor(world.random() * olds.length)] : undefined
      world.land(flight, old ?? (await reach()))
    } else if (madeUp && !(fate === '410' && isMutation(flight)) && !(fate === '405' && flight.path !== BATCH))
      world.land(flight, madeUp)
    else world.land(flight, await reach())
  }

  #poison(flight: Flight): Answer | undefined {
    if (!isMutation(flight)) return undefined
    const wish = this.world.ledger.wishes.get(flight.headers['idempotency-key'] ?? '')
    const lane = wish && (wish.kind.timesThere ? wish.kind.entity(idOf(wish.entity)) : wish.entity)
    return lane !== undefined && this.world.poisoned.has(lane) ? made('500') : undefined
  }

  async #answerAll() {
    const { world } = this
    await world.time.run()
    for (let rounds = 0; world.flights.length > 0 && rounds < 200; rounds++) {
      const [flight] = world.flights
      if (flight) await this.#meet(flight, 'ok')
      await world.time.run()
    }
  }

  /** A fair network for a while: everything that is under way arrives and is answered. */
  async #calm() {
    for (const { flight, answer } of this.#late.splice(0)) this.world.land(flight, answer)
    await this.#answerAll()
  }

  /** I4, I8: the data floor itself shows what the committed state of the device says. */
  async #look(device: Device, process: Process, kind: Kind, titleId: number) {
    const { world } = this
    if (!process.alive || this.#taps.some(({ doing }) => doing !== this.#taps.at(-1)?.doing && !doing.outcome)) return
    if (kind.timesThere) return
    const now = device.session
    const seen = process.do((floor) => kind.look(floor, titleId))
    await world.time.run()
    if (!now || seen.outcome?.ok !== true || !process.alive) return
    const entity = kind.entity(titleId)
    const should = world.ledger.view(world.ledger.book(device, now.user.id), kind, entity)
    if (seen.outcome.value !== should)
      world.ledger.break('I4', `${entity} shows ${seen.outcome.value} and should show ${should} on ${process.name}`)
  }

  check() {
    const { ledger } = this.world
    const over = this.#taps.filter(({ doing, process }) => doing.outcome || !process.alive)
    for (const tap of over) this.#hold(tap)
    this.#taps = this.#taps.filter((tap) => !over.includes(tap))
    ledger.tapping.clear()
    for (const { process, kind, titleId } of this.#taps) {
      const entities = ledger.tapping.get(process.device) ?? new Set()
      ledger.tapping.set(process.device, entities.add(kind.entity(titleId)))
    }
    for (const [device, { doing, process }] of this.#leaving) {
      if (!doing.outcome && process.alive) continue
      this.#leaving.delete(device)
      ledger.leaving.delete(device)
    }
    ledger.count()
    if (ledger.broken) throw ledger.broken
  }

  /** I1: what was taken is somewhere; what was not taken is nowhere. */
  #hold({ doing, process, kind, titleId, value, before, watch }: Tap) {
    const { ledger } = this.world
    ledger.taps.delete(watch)
    const entity = kind.entity(titleId)
    const entered = [...ledger.wishes.values()]
      .slice(before)
      .filter((wish) => wish.device === process.device && wish.entity.startsWith(entity) && wish.value === value)
    if (!doing.outcome || entered.length > 0) {
      const alone = this.#taps.filter(
        (tap) => tap.process.device === process.device && kind.entity(tap.titleId) === entity,
      )
      if (doing.outcome?.ok === false && alone.length === 1)
        ledger.break('I1', `${entity} → ${value} was said not to be kept (${doing.outcome.failure}) and is`)
      return
    }
    if (!doing.outcome.ok) return
    if (kind.timesThere) return ledger.break('I1', `${entity} was taken and is nowhere`)
    // It was so already, whatever was wished after it.
    if (!watch.stood) ledger.break('I1', `${entity} → ${value} was taken and is nowhere`)
  }

  /** Everything heals: a fair network, full sight of the time, nobody dies. Then I3, I7, I10, I11 and the books. */
  async rest() {
    const { world } = this
    const { ledger } = world
    for (const device of world.devices) {
      device.fullFor = 0
      for (const process of [device.page, device.tab, device.worker]) process?.spare()
    }
    await this.#calm()
    for (const person of this.world.people) {
      // Of somebody who has wished nothing there is nothing to compare.
      if (![...ledger.wishes.values()].some(({ userId }) => userId === person.id)) continue
      const devices = world.devices.filter((device) => device.factory._databases.has(`parde-user-${person.id}`))
      for (const device of devices) {
        device.tab?.die('before the end')
        await this.#bringHome(device, person)
      }
      for (const device of devices) await this.#pullHome(device, person)
      await this.#compare(person, devices)
      this.check()
    }
    for (const [key, device] of this.#unknown) {
      if (!ledger.holds(device, key) && !this.#wiped.has(device))
        ledger.break('I11', `an entry of another version is gone`)
    }
    for (const wish of ledger.wishes.values()) {
      if (wish.state === 'waiting') ledger.break('I7', `${wish.entity} → ${wish.value} still waits`)
      if (wish.state === 'failed' && !wish.heard.some((status) => status >= 400))
        ledger.break('I7', `${wish.entity} → ${wish.value} failed without a reason`)
    }
  }

  async #bringHome(device: Device, person: Person) {
    const { world } = this
    await this.#signIn(device, person)
    device.living('page').wakeUp()
    const waits = () =>
      [...world.ledger.wishes.values()].some(
        (wish) => wish.device === device && wish.userId === person.id && wish.state === 'waiting',
      )
    for (let round = 0; round < ROUNDS; round++) {
      await this.#answerAll()
      if (!waits()) return
      if (round === POISONED) world.poisoned.clear()
      const { nextTimer } = world.time
      await world.time.pass(
        Math.max(1, Math.min(nextTimer ?? Infinity, world.time.now + 600 * SECOND) - world.time.now),
      )
    }
  }

  async #pullHome(device: Device, { id }: Person) {
    const { world } = this
    await this.#signIn(device, this.world.people.find((person) => person.id === id) ?? this.#person(0))
    const wished = new Set(
      [...world.ledger.wishes.values()].flatMap((wish) => (wish.userId === id ? [pulledBy(wish.kind)] : [])),
    )
    if (wished.has('reports')) for (const list of ['watchlist', 'history']) wished.add(list)
    const doing = this.#pull(device.living('page'), (name) => wished.has(name))
    for (let rounds = 0; rounds < 20 && !doing?.outcome; rounds++) {
      await this.#answerAll()
      if (!doing?.outcome) await world.time.pass(SECOND)
    }
    if (doing?.outcome?.ok === false)
      throw new Broken('I10', `a pull on a quiet network failed: ${doing.outcome.failure}`)
  }

  async #compare(person: Person, devices: Device[]) {
    const { world } = this
    const { ledger, house } = world
    const entities = new Set(
      [...ledger.wishes.values()].filter(({ userId }) => userId === person.id).map(({ entity }) => entity),
    )
    for (const { key, entity, kind, state, userId } of ledger.wishes.values()) {
      if (userId !== person.id || !kind.timesThere) continue
      const times = await kind.timesThere(house.database, userId, key)
      if (times > 1 || (state === 'acknowledged' && times !== 1))
        ledger.break('I2', `at rest ${entity} is ${state} and there ${times} times`)
    }
    if ([...entities].some((entity) => entity.startsWith('request:'))) await this.#compareRequests(person, devices)
    for (const kind of KINDS) {
      if (kind.timesThere) continue
      for (const { id: titleId } of kind.grows ? house.cards.slice(0, 1) : house.cards) {
        const entity = kind.entity(titleId)
        if (!entities.has(entity)) continue
        const should = ledger.outcomes(person.id, entity)
        const is = await kind.onServer(house.database, person.id, titleId)
        if (!should.includes(is))
          ledger.break('I3', `at rest the server has ${entity} ${is} and should have ${should.join(' or ')}`)
        await this.#compareParts(person, kind, titleId)
        for (const device of devices) {
          // What no pull brings is known here only if it was said here, by nobody else since.
          const known = ledger.book(device, person.id).tables.get(kind.table)?.has(kind.rowKey(titleId))
          if (!kind.isPulled && (!known || ledger.writers(person.id, entity).some((other) => other !== device)))
            continue
          // That it was not found, or refused, is all it can know, until its page is opened.
          if (!kind.isPulled && ledger.isUntold(device, person.id, entity)) continue
          const seen = device.living('page').do((floor) => kind.look(floor, titleId))
          await world.time.run()
          const view = seen.outcome?.ok === true ? seen.outcome.value : 'nothing'
          if (view !== is)
            ledger.break('I3', `at rest device ${device.index} shows ${entity} ${view} and the server has ${is}`)
        }
      }
    }
  }

  /** I3 for what was said of other parts of a thing (episodes of a series), before and after. */
  async #compareParts({ id }: Person, kind: Kind, titleId: number) {
    const { ledger, house } = this.world
    const should = ledger.parts(id, kind.entity(titleId), titleId)
    if (!kind.partsOnServer || !should) return
    const are = await kind.partsOnServer(house.database, id, titleId)
    const told = (parts: Map<string, Value>) =>
      [...parts]
        .map((part) => part.join('@'))
        .toSorted()
        .join()
    if (told(are) !== told(should))
      ledger.break(
        'I3',
        `at rest the server has of ${kind.entity(titleId)} ${told(are)} and should have ${told(should)}`,
      )
  }

  /** I10: the list of wishes on every device is the server's, whatever was pulled late or twice. */
  async #compareRequests({ id }: Person, devices: Device[]) {
    const { house, time, ledger } = this.world
    const rows = await house.database.select({ name: requests.name }).from(requests).where(eq(requests.userId, id))
    const should = rows.map(({ name }) => name).toSorted()
    for (const device of devices) {
      const seen = device.living('page').do((floor) => floor.myRequests())
      await time.run()
      const items = seen.outcome?.ok === true ? (seen.outcome.value?.items ?? []) : []
      const is = items.flatMap(({ name, pending }) => (pending ? [] : [name])).toSorted()
      if (is.join() !== should.join())
        ledger.break(
          'I10',
          `at rest device ${device.index} has the wishes ${is.join()} and the server ${should.join()}`,
        )
    }
  }
}

/** What a pull is of: everywhere the two that most is about. */
const LISTS = [
  ['watchlist', 'history'],
  ['notifications'],
  ['requests'],
  ['watchlist', 'history', 'notifications', 'requests', 'notificationSettings'],
]

const pulledBy = ({ pulledBy: name, table }: Kind) => name ?? table

function kindAt(index: number): Kind {
  const kind = KINDS[index % KINDS.length]
  if (!kind) throw new Error('no kinds')
  return kind
}

/** Answers that somebody makes up; nothing when the fate is not such a one. */
function made(fate: Fate | '500'): Answer | undefined {
  const refusal = (status: number, headers: Record<string, string> = {}, more: object = {}): Answer => ({
    status,
    headers,
    text: JSON.stringify({ message: `refused with ${status}`, ...more }),
    ours: true,
  })
  switch (fate) {
    case 'portal':
      return { status: 200, headers: {}, text: '<html>Sign in to the network</html>', ours: false }
    case 'redirect':
      return { status: 0, headers: {}, text: '', ours: false }
    case 'foreign 404':
      return { status: 404, headers: {}, text: '<html>Not found</html>', ours: false }
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

import { eq } from 'drizzle-orm'
import { requests } from '#server/database/schema/personal.ts'
import { MUTATION_KINDS, type MutationKind, pulledBy, type Value } from '#tests/sync/plan/mutationKinds.ts'
import type { NetworkControl } from '#tests/sync/plan/networkControl.ts'
import type { UserActions } from '#tests/sync/plan/userActions.ts'
import type { Device } from '#tests/sync/simulation/device.ts'
import type { TestUser } from '#tests/sync/simulation/testServer.ts'
import type { World } from '#tests/sync/simulation/world.ts'
import { expectedParts, mayBeOutdated, possibleValues, writers } from './expectedState.ts'
import type { FinalDownloads } from './finalDownloads.ts'
import { InvariantViolation } from './invariantChecker.ts'

const SECOND = 1000
/** Rounds until the outbox must be empty at the end of a run. Each round advances the clock to the next timer. */
const MAX_ROUNDS = 300
/** Rounds during which poisoned lanes stay poisoned, so that they could block the other lanes. */
const POISONED_ROUNDS = 30

/** Settles all devices at the end of a run and compares them with the server. */
export class FinalChecks {
  constructor(
    readonly world: World,
    readonly actions: UserActions,
    readonly network: NetworkControl,
    readonly downloads: FinalDownloads,
  ) {}

  /** Ends all faults, lets every outbox drain on a fair network, pulls everywhere, then checks I2, I3, I7, I10, I11 and I14. */
  async run() {
    const { world } = this
    const { checker } = world
    for (const device of world.devices) {
      device.failingCommits = 0
      for (const process of [device.page, device.tab, device.worker]) process?.cancelKill()
    }
    await this.network.calm()
    for (const user of this.world.users) {
      if (![...checker.mutations.values()].some(({ userId }) => userId === user.id)) continue
      const devices = world.devices.filter((device) => device.factory._databases.has(`parde-user-${user.id}`))
      for (const device of devices) {
        device.tab?.kill('before the end')
        await this.#drain(device, user)
      }
      for (const device of devices) await this.#pullAll(device, user)
      if (world.isRestored) {
        // The first pull makes each device send again what the server has lost.
        for (const device of devices) await this.#drain(device, user)
        for (const device of devices) await this.#pullAll(device, user)
        checker.checkOwed()
      }
      await this.#compare(user, devices)
      this.actions.check()
    }
    for (const user of this.world.users) {
      for (const { device } of checker.statesOf(user.id))
        await this.downloads.run(device, () => this.actions.signIn(device, user), user.id)
    }
    this.actions.check()
    for (const [key, device] of this.actions.unknownEntries) {
      if (!checker.hasEntry(device, key) && !this.actions.wiped.has(device))
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
    await this.actions.signIn(device, user)
    device.ensureProcess('page').wakeUp()
    const hasPending = () =>
      [...world.checker.mutations.values()].some(
        (mutation) => mutation.device === device && mutation.userId === user.id && mutation.state === 'pending',
      )
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await this.network.answerAll()
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
    await this.actions.signIn(device, user)
    const touched = new Set(
      [...world.checker.mutations.values()].flatMap((mutation) =>
        mutation.userId === id ? [pulledBy(mutation.kind)] : [],
      ),
    )
    // Imports change the watchlist and the history.
    if (touched.has('reports')) for (const list of ['watchlist', 'history']) touched.add(list)
    const isIncluded = (name: string) => world.isRestored || touched.has(name)
    const call = this.actions.pull(device.ensureProcess('page'), isIncluded)
    for (let rounds = 0; rounds < 20 && !call?.outcome; rounds++) {
      await this.network.answerAll()
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
    for (const { key, entity, kind, state, userId, reachedServer } of checker.mutations.values()) {
      if (userId !== user.id || !kind.countOnServer) continue
      const rows = await kind.countOnServer(server.database, userId, key)
      // A restored server may have lost it for good.
      if (rows > 1 || (state === 'acknowledged' && rows !== 1 && (reachedServer || !world.isRestored)))
        checker.fail('I2', `finally ${entity} is ${state} and the server has ${rows} rows of it`)
    }
    if ([...entities].some((entity) => entity.startsWith('request:'))) await this.#compareRequests(user, devices)
    for (const kind of MUTATION_KINDS) {
      if (kind.countOnServer) continue
      for (const { id: titleId } of kind.isMonotonic ? server.cards.slice(0, 1) : server.cards) {
        const entity = kind.entity(titleId)
        if (!entities.has(entity)) continue
        const possible = possibleValues(checker, user.id, entity)
        const actual = await kind.valueOnServer(server.database, user.id, titleId)
        if (!possible.includes(actual))
          checker.fail('I3', `finally the server has ${entity} ${actual} and should have ${possible.join(' or ')}`)
        await this.#compareParts(user, kind, titleId)
        for (const device of devices) {
          // Without a pull, a device knows only its own mutations.
          const isKnown = checker.stateOf(device, user.id).tables.get(kind.table)?.has(kind.rowKey(titleId))
          if (!kind.isPulled && (!isKnown || writers(checker, user.id, entity).some((other) => other !== device)))
            continue
          if (!kind.isPulled && mayBeOutdated(checker, device, user.id, entity)) continue
          if (!kind.isPulled && checker.hasLost(device, user.id, entity)) continue
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
    const expected = expectedParts(checker, id, kind.entity(titleId), titleId)
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

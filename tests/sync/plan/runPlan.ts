import { FinalChecks } from '#tests/sync/checks/finalChecks.ts'
import { FinalDownloads } from '#tests/sync/checks/finalDownloads.ts'
import type { TestServer } from '#tests/sync/simulation/testServer.ts'
import { type CodeUnderTest, World } from '#tests/sync/simulation/world.ts'
import { DownloadActions } from './downloadActions.ts'
import { isDownloadStep } from './downloadSteps.ts'
import { MUTATION_KINDS, type MutationKind } from './mutationKinds.ts'
import { NetworkControl } from './networkControl.ts'
import type { Plan, Step } from './plan.ts'
import { UserActions } from './userActions.ts'

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
    await runner.actions.begin()
    if (plan.steps.some((step) => step.do === 'restore')) await runner.world.backUp()
    for (const step of plan.steps) {
      runner.world.note(`· ${JSON.stringify(step)}`)
      code.tally.counts.steps += 1
      await runner.step(step)
      runner.actions.check()
    }
    runner.world.note('· all devices settle')
    await runner.finalChecks.run()
    runner.actions.check()
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

class PlanRunner {
  readonly network: NetworkControl
  readonly actions: UserActions
  readonly downloads: DownloadActions
  readonly finalChecks: FinalChecks

  constructor(
    readonly world: World,
    plan: Plan,
  ) {
    this.network = new NetworkControl(world)
    this.actions = new UserActions(world, plan, this.network)
    this.downloads = new DownloadActions(world, this.actions, this.network)
    this.finalChecks = new FinalChecks(
      world,
      this.actions,
      this.network,
      new FinalDownloads(world, this.downloads, this.network),
    )
  }

  async step(step: Step): Promise<void> {
    const { world } = this
    const { time } = world
    if (step.do === 'run') return time.run(step.tasks)
    if (step.do === 'pass') return time.pass(step.ms)
    if (step.do === 'calm') return this.network.calm()
    if (step.do === 'network') {
      for (const { pick, fate, after } of step.sent) {
        await time.run(after)
        await this.network.apply(pick, fate)
      }
      return
    }
    if (step.do === 'back up') return world.backUp()
    if (step.do === 'restore') return this.network.restoreServer()
    if (step.do === 'server') {
      // An older server than the backup would not tell devices that it was restored.
      if (world.isRestored) return
      world.lacks.clear()
      if (step.lacks !== 'nothing') world.tally.fault(`server without ${step.lacks}`)
      if (step.lacks !== 'nothing') world.lacks.add(step.lacks)
      return
    }
    if (step.do === 'poison') {
      world.poisoned.add(kindAt(step.kind).entity(this.actions.card(step.title).id))
      return
    }
    if (isDownloadStep(step)) return this.downloads.step(step)
    if (FAULT_STEPS.has(step.do)) world.tally.fault(step.do)
    const device = await this.actions.device(step.device)
    if (step.do === 'mutate') {
      const kind = kindAt(step.kind)
      const card = this.actions.card(step.title)
      const value = kind.values[step.value % kind.values.length] ?? kind.off
      const process = device.ensureProcess(step.in)
      this.actions.mutate(process, kind, card, value)
      await time.run(step.after)
      if (step.after > 999) await this.actions.checkDisplayed(device, process, kind, card.id)
    } else if (step.do === 'burst') {
      await this.actions.burst(device, step.lanes, step.meets)
    } else if (step.do === 'refused') {
      const kind = kindAt(step.kind)
      const value = kind.values[step.value % kind.values.length] ?? kind.off
      const inFlight = await this.actions.mutateAndSend(device, kind, this.actions.card(step.title), value)
      for (const request of inFlight) await this.network.resolve(request, step.meets)
      await time.run()
    } else if (step.do === 'overtake' || step.do === 'stale page' || step.do === 'elsewhere') {
      const [kind, card] = [kindAt(step.kind), this.actions.card(step.title)]
      const values = [0, 1].map((offset) => kind.values[(step.value + offset) % kind.values.length] ?? kind.off)
      const [first = kind.off, second = kind.off] = values
      if (step.do === 'overtake') await this.actions.overtake(device, kind, card, { first, second })
      else if (step.do === 'stale page') await this.actions.stalePage(device, kind, card, { first, second })
      else await this.actions.elsewhere(device, kind, card, { first, second })
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
      this.actions.pull(device.ensureProcess(step.in), (name) => PULL_SETS[step.what]?.includes(name) === true)
      await time.run()
      const request = world.inFlight.find(({ id, method }) => id >= before && method === 'GET')
      if (step.meets !== 'ok' && request) await this.network.resolve(request, step.meets)
    } else if (step.do === 'full') {
      device.failingCommits = step.commits
    } else if (step.do === 'close') {
      if (device[step.process]?.isAlive) device[step.process]?.loseConnections()
    } else if (step.do === 'clock') {
      if (device.clockOffset !== step.off) device.clockChanges += 1
      world.checker.clockChanged(device)
      device.clockOffset = step.off
      world.checker.clockChanged(device)
    } else if (step.do === 'wake') {
      const isNew = !device[step.in]?.isAlive
      const page = device.ensureProcess(step.in)
      if (!isNew) page.wakeUp()
      await time.run()
    } else if (step.do === 'sign in') {
      await this.actions.signIn(device, this.actions.user(step.user))
    } else if (step.do === 'sign out') {
      await this.actions.signOut(device, step.keepData)
    } else if (step.do === 'unknown kind') {
      await this.actions.addUnknownEntry(device, step.title)
    } else {
      await this.actions.repair(device, step.do, step.nth)
    }
  }
}

/** The lists that a `pull` step refreshes, by its `what`. */
const PULL_SETS = [
  ['watchlist', 'history'],
  ['notifications'],
  ['requests'],
  ['watchlist', 'history', 'notifications', 'requests', 'likes', 'notificationSettings'],
]

function kindAt(index: number): MutationKind {
  const kind = MUTATION_KINDS[index % MUTATION_KINDS.length]
  if (!kind) throw new Error('no kinds')
  return kind
}

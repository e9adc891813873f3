import fc from 'fast-check'
import type { DownloadStep } from './downloadSteps.ts'
import { MUTATION_KINDS } from './mutationKinds.ts'

/**
 * The fate of a request: delivery, or a network fault. Recorded plans and seeds depend on the names and their order, so
 * only append new fates.
 */
const FATES = [
  'ok',
  'never arrives',
  'answer lost',
  'arrives twice',
  'arrives again later',
  'cut, arrives later',
  'answer late',
  'portal',
  'redirect',
  '401',
  '419',
  '429',
  '503',
  '409',
  '404',
  '422',
  '410',
  'foreign 404',
  'old answer',
  '405',
] as const
export type Fate = (typeof FATES)[number]

/** Fates that replace the server's answer. */
const SYNTHETIC = FATES.slice(7)
/** Synthetic answers that a client most easily mistakes for an acknowledgement or a refusal. */
const MISLEADING = ['portal', '401', 'foreign 404'] as const

interface Sent {
  pick: number
  fate: Fate
  /** tasks to run before */
  after: number
}

/** One command of a plan: an action of a user, a device or the adversary. */
export type Step =
  | { do: 'mutate'; device: number; in: 'page' | 'tab'; kind: number; title: number; value: number; after: number }
  | { do: 'network'; sent: Sent[] }
  | { do: 'calm' }
  | { do: 'run'; tasks: number }
  | { do: 'pass'; ms: number }
  | { do: 'worker'; device: number; after: number }
  | { do: 'kill'; device: number; process: 'page' | 'tab' | 'worker'; boundary: number }
  | { do: 'steal'; device: number }
  | { do: 'pull'; device: number; in: 'page' | 'tab'; what: number; meets: 'ok' | 'answer late' | '410' }
  /** mutations in several lanes (a bit mask) without any answer, a kill, and the fate of the first batch after it */
  | { do: 'burst'; device: number; lanes: number; meets: Fate }
  /** two mutations of a lane, of which the older arrives after the newer one was answered */
  | { do: 'overtake'; device: number; kind: number; title: number; value: number }
  /** a mutation and the fate of its request */
  | { do: 'refused'; device: number; kind: number; title: number; value: number; meets: Fate }
  /** a list answered before a newer mutation and received after the mutation's acknowledgement */
  | { do: 'stale page'; device: number; kind: number; title: number; value: number }
  /** a mutation of one device that the other device pulls, then a second mutation of the first device */
  | { do: 'elsewhere'; device: number; kind: number; title: number; value: number }
  | { do: 'sleep'; device: number; in: 'page' | 'tab' }
  | { do: 'server'; lacks: 'since' | 'batch' | 'nothing' }
  | { do: 'back up' }
  /** the server's database is replaced by the last backup, or by one from before the first step */
  | { do: 'restore' }
  | { do: 'full'; device: number; commits: number }
  | { do: 'close'; device: number; process: 'page' | 'tab' | 'worker' }
  | { do: 'clock'; device: number; off: number }
  | { do: 'wake'; device: number; in: 'page' | 'tab' }
  | { do: 'sign in'; device: number; user: number }
  | { do: 'sign out'; device: number; keepData: boolean }
  | { do: 'retry'; device: number; nth: number }
  | { do: 'discard'; device: number; nth: number }
  | { do: 'poison'; kind: number; title: number }
  | { do: 'unknown kind'; device: number; title: number }
  | DownloadStep

const device = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.constant(1) })
const screen = fc.oneof(
  { weight: 5, arbitrary: fc.constant('page' as const) },
  { weight: 1, arbitrary: fc.constant('tab' as const) },
)
const process = fc.oneof(
  { weight: 4, arbitrary: fc.constant('page' as const) },
  { weight: 1, arbitrary: fc.constant('tab' as const) },
  { weight: 2, arbitrary: fc.constant('worker' as const) },
)
/** Tasks to run: mostly all, sometimes only a few, so that the next step interrupts the work. */
const after = fc.oneof({ weight: 2, arbitrary: fc.constant(9999) }, { weight: 1, arbitrary: fc.nat(40) })
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant('ok' as const) },
  { weight: 14, arbitrary: fc.constantFrom(...FATES.slice(1, 7)) },
  { weight: 6, arbitrary: fc.constantFrom(...SYNTHETIC) },
)
const sent = fc.record({ pick: fc.nat(5), fate, after })
const title = fc.nat(1)
/** Indexes of the on/off kinds that devices pull. */
const PULLED = [0, 2]
/** Two to five lanes, as a bit mask. */
const lanes = fc
  .uniqueArray(fc.nat(2 * MUTATION_KINDS.length - 1), { minLength: 2, maxLength: 5 })
  .map((bits) => bits.reduce((all, bit) => all + 2 ** bit, 0))

function step<Name extends Step['do']>(weight: number, name: Name, rest: Record<string, fc.Arbitrary<unknown>>) {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<Step> }
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  step(24, 'mutate', { device, in: screen, kind: fc.nat(MUTATION_KINDS.length - 1), title, value: fc.nat(3), after }),
  step(24, 'network', { sent: fc.array(sent, { minLength: 1, maxLength: 5 }) }),
  step(5, 'calm', {}),
  step(3, 'run', { tasks: fc.nat(60) }),
  step(8, 'pass', { ms: fc.constantFrom(300, 2_000, 16_000, 31_000, 61_000, 700_000) }),
  step(8, 'worker', { device, after }),
  step(12, 'kill', { device, process, boundary: fc.nat(24) }),
  step(4, 'steal', { device }),
  step(16, 'pull', {
    device,
    in: screen,
    what: fc.constantFrom(0, 0, 0, 1, 2, 3),
    meets: fc.constantFrom('ok', 'ok', 'answer late', 'answer late', '410'),
  }),
  step(5, 'burst', { device, lanes, meets: fate }),
  step(6, 'overtake', { device, kind: fc.nat(MUTATION_KINDS.length - 1), title, value: fc.nat(3) }),
  step(10, 'refused', {
    ...{ device, kind: fc.nat(MUTATION_KINDS.length - 1), title, value: fc.nat(3) },
    meets: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...SYNTHETIC) },
      { weight: 1, arbitrary: fc.constantFrom(...MISLEADING) },
    ),
  }),
  step(4, 'stale page', { device, kind: fc.constantFrom(...PULLED), title, value: fc.nat(3) }),
  step(4, 'elsewhere', { device, kind: fc.constantFrom(...PULLED), title, value: fc.nat(3) }),
  step(5, 'sleep', { device, in: screen }),
  step(3, 'server', { lacks: fc.constantFrom('since', 'since', 'batch', 'nothing') }),
  step(2, 'back up', {}),
  step(2, 'restore', {}),
  step(4, 'full', { device, commits: fc.integer({ min: 1, max: 3 }) }),
  step(2, 'close', { device, process }),
  step(2, 'clock', { device, off: fc.constantFrom(0, 86_400_000 * 400, -86_400_000 * 400, 3_600_000, -3_600_000) }),
  step(5, 'wake', { device, in: screen }),
  step(4, 'sign in', { device, user: fc.nat(1) }),
  step(2, 'sign out', { device, keepData: fc.boolean() }),
  step(2, 'retry', { device, nth: fc.nat(3) }),
  step(2, 'discard', { device, nth: fc.nat(3) }),
  step(2, 'poison', { kind: fc.nat(MUTATION_KINDS.length - 1), title }),
  step(2, 'unknown kind', { device, title }),
)

/** Mostly the series whose episodes `watch episode` watches. */
const series = fc.constantFrom(1, 1, 0)
const userSteps = [
  step(8, 'set rule', {
    ...{ device, in: screen, series, count: fc.integer({ min: 1, max: 4 }) },
    ...{ quality: fc.constantFrom(1080, 1080, 720), after },
  }),
  step(2, 'end rule', { device, in: screen, series, after }),
  step(5, 'delete download', { device, in: screen, nth: fc.nat(5), after }),
  step(6, 'add download', {
    ...{ device, in: screen, nth: fc.nat(5), version: fc.nat(2), quality: fc.constantFrom(1080, 1080, 720), after },
  }),
  step(3, 'add season', { device, in: screen, series, version: fc.nat(1), after }),
  step(5, 'move download', { device, in: screen, from: fc.nat(5), to: fc.nat(5), after }),
  step(1, 'clear downloads', { device, in: screen, after }),
  step(3, 'limit downloads', { device, in: screen, bytes: fc.constantFrom(0, 1000, 1500, 2500, 4000), after }),
  step(10, 'watch episode', {
    ...{ device, in: screen, episode: fc.nat(5) },
    ...{ how: fc.constantFrom('finish', 'finish', 'mark', 'mark', 'begin', 'unmark', 'unflag', 'remove'), after },
  }),
]
/** Steps about downloads and the rules of series. A quarter of the plans has them. */
const downloadStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  ...userSteps,
  step(14, 'apply rules', {
    ...{ device, in: screen, isInBoth: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()) },
    meets: fc.oneof(
      { weight: 6, arbitrary: fc.constant('ok' as const) },
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fate },
    ),
    boundary: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(20) }),
    after,
  }),
  step(3, 'complete downloads', { device, in: screen }),
  step(5, 'watched download', {
    ...{ device, in: screen, nth: fc.nat(3), days: fc.integer({ min: 1, max: 3 }), isUnwatched: fc.boolean() },
  }),
  step(4, 'raise limit', {
    ...{ device, in: screen, nth: fc.nat(5), bytes: fc.constantFrom(0, 1500, 4000), boundary: fc.nat(14), after },
  }),
  step(6, 'meanwhile', { device, in: screen, user: fc.oneof(...userSteps) }),
  step(2, 'wait', { days: fc.integer({ min: 1, max: 3 }) }),
)

export interface Plan {
  /** seed of the random choices during the run */
  seed: number
  /** whether each device has Web Locks */
  locks: [boolean, boolean]
  steps: Step[]
}

/**
 * Restricts a plan to few kinds, titles and faults (swarm testing). Plans with everything seldom hit the same lane twice;
 * focused plans do, and they run faster, since the final checks cover only the mutated entities.
 */
interface Focus {
  /** mutation kinds, often among the first three, which can be switched on and off; empty: all kinds */
  kinds: number[]
  /** the only title; null: both */
  title: number | null
  /** whether steps use two devices or only the first */
  devices: 1 | 2
  /** whether steps use a second tab */
  tabs: boolean
  /** steps to leave out */
  without: Step['do'][]
}

/** Steps that each occur in half of the plans. The other steps occur in all plans. */
const OPTIONAL_STEPS = [
  ...[
    'worker',
    'kill',
    'steal',
    'pull',
    'burst',
    'overtake',
    'refused',
    'stale page',
    'elsewhere',
    'sleep',
    'server',
    'full',
    'restore',
  ],
  ...['close', 'clock', 'wake', 'sign in', 'sign out', 'retry', 'discard', 'poison', 'unknown kind'],
] as const satisfies Step['do'][]

const focus: fc.Arbitrary<Focus> = fc.record<Focus>({
  kinds: fc.oneof(
    { weight: 3, arbitrary: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }) },
    { weight: 3, arbitrary: fc.uniqueArray(fc.nat(MUTATION_KINDS.length - 1), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<number[]>([]) },
  ),
  title: fc.constantFrom<number | null>(0, 1, null),
  devices: fc.constantFrom<1 | 2>(1, 2),
  tabs: fc.boolean(),
  without: fc.subarray<Step['do']>([...OPTIONAL_STEPS]),
})

/** Restricts a step to the focus. */
function restrict({ kinds, title, devices, tabs }: Focus, step: Step): Step {
  const restricted: Record<string, unknown> = { ...step }
  if ('kind' in step && kinds.length > 0) {
    const pulled = kinds.find((kind) => PULLED.includes(kind)) ?? step.kind
    const needsPull = step.do === 'stale page' || step.do === 'elsewhere'
    restricted.kind = needsPull ? pulled : kinds[step.kind % kinds.length]
  }
  if ('title' in step && title !== null) restricted.title = title
  if ('device' in step && devices === 1) restricted.device = 0
  if ('in' in step && !tabs) restricted.in = 'page'
  return restricted as Step
}

const mostlyLocks = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })

/** Steps that mutate. A plan without one tests nothing and is not drawn. */
const MUTATING_STEPS: readonly Step['do'][] = [
  ...(['mutate', 'burst', 'overtake', 'refused', 'stale page', 'elsewhere'] as const),
  'set rule',
  'add download',
]

const stepsOf = (of: fc.Arbitrary<Step>) => fc.array(of, { minLength: 3, maxLength: 22 })
const mixedStep = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: downloadStep },
  { weight: 1, arbitrary: anyStep },
)

export const planArbitrary: fc.Arbitrary<Plan> = fc
  .record({
    focus,
    seed: fc.nat(0xffff),
    locks: fc.tuple(mostlyLocks, mostlyLocks),
    steps: fc.oneof({ weight: 3, arbitrary: stepsOf(anyStep) }, { weight: 1, arbitrary: stepsOf(mixedStep) }),
  })
  .map(({ focus: { without, ...rest }, steps, ...plan }) => ({
    ...plan,
    steps: steps.filter((step) => !without.includes(step.do)).map((step) => restrict({ without, ...rest }, step)),
  }))
  .filter(({ steps }) => steps.some((step) => MUTATING_STEPS.includes(step.do)))

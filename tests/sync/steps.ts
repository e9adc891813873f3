import fc from 'fast-check'
import { KINDS } from './kinds.ts'

/** What becomes of a request. */
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

/** Answers that nobody gave who has seen the wish, or not now. */
const MADE_UP = FATES.slice(7)
/** Those that are most easily taken for what they are not: sent, refused, done. */
const MISTAKEN = ['portal', '401', 'foreign 404'] as const

interface Sent {
  pick: number
  fate: Fate
  /** tasks that run first */
  after: number
}

/** One move of the people, the machines or the adversary. */
export type Step =
  | { do: 'tap'; device: number; in: 'page' | 'tab'; kind: number; title: number; wish: number; after: number }
  | { do: 'network'; sent: Sent[] }
  | { do: 'calm' }
  | { do: 'run'; tasks: number }
  | { do: 'pass'; ms: number }
  | { do: 'worker'; device: number; after: number }
  | { do: 'kill'; device: number; process: 'page' | 'tab' | 'worker'; boundary: number }
  | { do: 'steal'; device: number }
  | { do: 'pull'; device: number; in: 'page' | 'tab'; what: number; meets: 'ok' | 'answer late' | '410' }
  /** many things wished while nothing goes out, and how the first call after that fares */
  | { do: 'burst'; device: number; wishes: number; meets: Fate }
  /** a wish whose request lingers on its way, a newer one that is answered, and then the older arrives */
  | { do: 'overtake'; device: number; kind: number; title: number; wish: number }
  /** a wish whose request meets this answer */
  | { do: 'refused'; device: number; kind: number; title: number; wish: number; meets: Fate }
  /** a list that the server answers before it takes a newer wish, and that the device reads after its acknowledgement */
  | { do: 'stale page'; device: number; kind: number; title: number; wish: number }
  /** a wish of one device that the other one pulls, before the first wishes the next thing */
  | { do: 'elsewhere'; device: number; kind: number; title: number; wish: number }
  | { do: 'sleep'; device: number; in: 'page' | 'tab' }
  | { do: 'server'; lacks: 'since' | 'batch' | 'nothing' }
  | { do: 'full'; device: number; commits: number }
  | { do: 'close'; device: number; process: 'page' | 'tab' | 'worker' }
  | { do: 'clock'; device: number; off: number }
  | { do: 'wake'; device: number; in: 'page' | 'tab' }
  | { do: 'sign in'; device: number; person: number }
  | { do: 'sign out'; device: number; keep: boolean }
  | { do: 'retry'; device: number; nth: number }
  | { do: 'discard'; device: number; nth: number }
  | { do: 'poison'; kind: number; title: number }
  | { do: 'unknown kind'; device: number; title: number }

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
/** Mostly to the end; sometimes something comes in between. */
const after = fc.oneof({ weight: 2, arbitrary: fc.constant(9999) }, { weight: 1, arbitrary: fc.nat(40) })
const fate = fc.oneof(
  { weight: 12, arbitrary: fc.constant('ok' as const) },
  { weight: 14, arbitrary: fc.constantFrom(...FATES.slice(1, 7)) },
  { weight: 6, arbitrary: fc.constantFrom(...MADE_UP) },
)
const sent = fc.record({ pick: fc.nat(5), fate, after })
const title = fc.nat(1)
/** Kinds with two sides that a pull brings to every device. */
const PULLED = [0, 2]
/** Some of the lanes, as bits. */
const lanes = fc
  .uniqueArray(fc.nat(2 * KINDS.length - 1), { minLength: 2, maxLength: 5 })
  .map((bits) => bits.reduce((all, bit) => all + 2 ** bit, 0))

function step<Name extends Step['do']>(weight: number, name: Name, rest: Record<string, fc.Arbitrary<unknown>>) {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<Step> }
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  step(24, 'tap', { device, in: screen, kind: fc.nat(KINDS.length - 1), title, wish: fc.nat(3), after }),
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
  step(5, 'burst', { device, wishes: lanes, meets: fate }),
  step(6, 'overtake', { device, kind: fc.nat(KINDS.length - 1), title, wish: fc.nat(3) }),
  step(10, 'refused', {
    ...{ device, kind: fc.nat(KINDS.length - 1), title, wish: fc.nat(3) },
    meets: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...MADE_UP) },
      { weight: 1, arbitrary: fc.constantFrom(...MISTAKEN) },
    ),
  }),
  step(4, 'stale page', { device, kind: fc.constantFrom(...PULLED), title, wish: fc.nat(3) }),
  step(4, 'elsewhere', { device, kind: fc.constantFrom(...PULLED), title, wish: fc.nat(3) }),
  step(5, 'sleep', { device, in: screen }),
  step(3, 'server', { lacks: fc.constantFrom('since', 'since', 'batch', 'nothing') }),
  step(4, 'full', { device, commits: fc.integer({ min: 1, max: 3 }) }),
  step(2, 'close', { device, process }),
  step(2, 'clock', { device, off: fc.constantFrom(0, 86_400_000 * 400, -86_400_000 * 400, 3_600_000, -3_600_000) }),
  step(5, 'wake', { device, in: screen }),
  step(4, 'sign in', { device, person: fc.nat(1) }),
  step(2, 'sign out', { device, keep: fc.boolean() }),
  step(2, 'retry', { device, nth: fc.nat(3) }),
  step(2, 'discard', { device, nth: fc.nat(3) }),
  step(2, 'poison', { kind: fc.nat(KINDS.length - 1), title }),
  step(2, 'unknown kind', { device, title }),
)

export interface Plan {
  /** of everything that is left to chance inside a run */
  seed: number
  /** whether each device has Web Locks */
  locks: [boolean, boolean]
  steps: Step[]
}

/**
 * What one plan is about. Plans that do a little of everything seldom do two things to one lane; plans of few kinds and few
 * troubles do, and each is another few. They are also over sooner: what was never wished is not brought to rest.
 */
interface Subject {
  /** kinds of wishes, as often as not of the first three, which have two sides; none: all of them */
  kinds: number[]
  /** the one title; nothing: both */
  title: number | null
  /** taps go to two devices, or all to the first */
  devices: 1 | 2
  /** whether there is a second tab */
  tabs: boolean
  /** troubles that do not come */
  without: Step['do'][]
}

/** What comes in one half of the plans; all else is in each. */
const SOMETIMES = [
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
  ],
  ...['close', 'clock', 'wake', 'sign in', 'sign out', 'retry', 'discard', 'poison', 'unknown kind'],
] as const satisfies Step['do'][]

const subject: fc.Arbitrary<Subject> = fc.record<Subject>({
  kinds: fc.oneof(
    { weight: 3, arbitrary: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }) },
    { weight: 3, arbitrary: fc.uniqueArray(fc.nat(KINDS.length - 1), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<number[]>([]) },
  ),
  title: fc.constantFrom<number | null>(0, 1, null),
  devices: fc.constantFrom<1 | 2>(1, 2),
  tabs: fc.boolean(),
  without: fc.subarray<Step['do']>([...SOMETIMES]),
})

/** A step as the subject has it. */
function within({ kinds, title, devices, tabs }: Subject, step: Step): Step {
  const own: Record<string, unknown> = { ...step }
  if ('kind' in step && kinds.length > 0) {
    const pulled = kinds.find((kind) => PULLED.includes(kind)) ?? step.kind
    const needsPull = step.do === 'stale page' || step.do === 'elsewhere'
    own.kind = needsPull ? pulled : kinds[step.kind % kinds.length]
  }
  if ('title' in step && title !== null) own.title = title
  if ('device' in step && devices === 1) own.device = 0
  if ('in' in step && !tabs) own.in = 'page'
  return own as Step
}

const mostlyLocks = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })

/** Without any there is nothing to be found: such a plan is none. */
const WISHES: readonly Step['do'][] = ['tap', 'burst', 'overtake', 'refused', 'stale page', 'elsewhere']

export const plan: fc.Arbitrary<Plan> = fc
  .record({
    subject,
    seed: fc.nat(0xffff),
    locks: fc.tuple(mostlyLocks, mostlyLocks),
    steps: fc.array(anyStep, { minLength: 3, maxLength: 22 }),
  })
  .map(({ subject: about, steps, ...rest }) => ({
    ...rest,
    steps: steps.filter((step) => !about.without.includes(step.do)).map((step) => within(about, step)),
  }))
  .filter(({ steps }) => steps.some((step) => WISHES.includes(step.do)))

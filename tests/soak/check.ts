import type { Action, Arrival, History } from './history.ts'

/** Defects that no history may show; README.md explains each. */
const ANOMALIES = [
  'lost',
  'doubled',
  'resurrected',
  'diverged',
  'stuck',
  'foreign',
  'reordered',
  'died',
  'unhandled',
] as const
export type Anomaly = (typeof ANOMALIES)[number]

export interface Finding {
  anomaly: Anomaly
  words: string
}

/** Tolerance for reading the clock before and after an action, in ms. */
const MARGIN = 500

/**
 * Actions of two devices on an entity further apart than this, in ms, have an order: the later one wins. The server computes
 * the time of an action from its age and its arrival, so the error is the time in transit, or that of a clock that jumped
 * meanwhile. Without a limit when a mutation arrived while the servers' clocks were wrong.
 */
function maxUncertainty(arrivals: Arrival[], wrongClocks: History['wrongClocks']): number {
  const hadWrongTime = arrivals.some(({ at }) =>
    wrongClocks.some(({ from, until }) => at >= from - MARGIN && at <= until + MARGIN),
  )
  if (hadWrongTime) return Number.POSITIVE_INFINITY
  return arrivals.reduce((most, { uncertainty }) => Math.max(most, uncertainty), 0) + MARGIN
}

/** Compares the actions with the final state. Pure; an empty result is a correct history. */
export function check(history: History): Finding[] {
  return [
    ...stateFindings(history),
    ...creationFindings(history),
    ...orderFindings(history),
    ...deviceFindings(history),
    ...history.deaths.map((words) => ({ anomaly: 'died' as const, words })),
    ...history.errors.map((words) => ({ anomaly: 'unhandled' as const, words })),
  ]
}

/** Counts the findings by anomaly. */
export function tally(findings: Finding[]): Record<Anomaly, number> {
  const none = Object.fromEntries(ANOMALIES.map((anomaly) => [anomaly, 0])) as Record<Anomaly, number>
  for (const { anomaly } of findings) none[anomaly] += 1
  return none
}

/** Desired states: the final state is the last action's, or that of an action concurrent with it. */
function stateFindings({ actions, server, arrivals, wrongClocks }: History): Finding[] {
  const findings: Finding[] = []
  const on = new Set(server.on)
  const states = groupBy(
    actions.filter(({ desired }) => desired !== 'new'),
    ({ user, entity }) => `${user} ${entity}`,
  )
  for (const [name, changes] of states) {
    const allowed = possibleFinalStates(changes, maxUncertainty(arrivalsOf(changes, arrivals), wrongClocks))
    const is = on.has(name) ? 'on' : 'off'
    if (allowed.has(is)) continue
    findings.push({
      anomaly: is === 'on' ? 'resurrected' : 'lost',
      words: `${name} is ${is}; actions: ${describeActions(changes)}`,
    })
  }
  for (const name of on) {
    if (!states.has(name)) findings.push({ anomaly: 'foreign', words: `${name} is on without an action` })
  }
  for (const title of server.miscounted)
    findings.push({ anomaly: 'doubled', words: `likes of ${title} are miscounted` })
  return findings
}

/** Actions of one device have an order; actions of two devices have one when they are far enough apart. */
function possibleFinalStates(actions: Action[], uncertainty: number): Set<Action['desired']> {
  const isSuperseded = (one: Action) =>
    actions.some((other) => {
      if (other.stored !== 'yes' || other === one) return false
      return other.device === one.device ? other.from >= one.until : other.from > one.until + uncertainty
    })
  const last = actions.filter((one) => !isSuperseded(one))
  const allowed = new Set(last.map(({ desired }) => desired))
  // Without a confirmed action the initial state is possible too.
  if (!actions.some(({ stored }) => stored === 'yes')) allowed.add('off')
  return allowed
}

/** The mutations of a user on the title of these actions. */
function arrivalsOf(actions: Action[], arrivals: Arrival[]): Arrival[] {
  const [first] = actions
  const title = first?.entity.split(':')[1]
  return arrivals.filter(({ user, entity }) => user === first?.user && entity.endsWith(`/${title}`))
}

function describeActions(actions: Action[]): string {
  return actions
    .toSorted((one, other) => one.from - other.from)
    .slice(-6)
    .map(({ device, desired, stored, from }) => `${device} ${desired}${stored === 'yes' ? '' : '?'} @${from}`)
    .join(', ')
}

/** Creations: each stored text exists once, under its author, and no other text exists. */
function creationFindings({ actions, server }: History): Finding[] {
  const findings: Finding[] = []
  const made = groupBy(server.made, ({ text }) => text)
  const created = new Map(
    actions.filter(({ desired }) => desired === 'new').map((action) => [action.text ?? '', action]),
  )
  for (const [text, action] of created) {
    const there = made.get(text) ?? []
    if (there.length === 0 && action.stored === 'yes')
      findings.push({ anomaly: 'lost', words: `${action.user}: “${text}”` })
    if (there.length > 1) findings.push({ anomaly: 'doubled', words: `${action.user}: “${text}” ×${there.length}` })
    for (const { user } of there) {
      if (user !== action.user)
        findings.push({ anomaly: 'foreign', words: `“${text}” of ${action.user} under ${user}` })
    }
  }
  for (const [text, [first]] of made) {
    if (!created.has(text))
      findings.push({ anomaly: 'foreign', words: `“${text}” under ${first?.user} without an action` })
  }
  return findings
}

/** One effect per key and user, in the device's order, and never lost once acknowledged (docs/sync.md#invariants: I2, I6, I8). */
function orderFindings({ arrivals, server }: History): Finding[] {
  const findings: Finding[] = []
  const recorded = new Set(server.keys)
  const applied = arrivals.filter(({ result }) => result === 'applied')
  for (const [key, attempts] of groupBy(arrivals, ({ key }) => key)) {
    const effects = attempts.filter(({ result }) => result === 'applied').length
    if (effects > 1) findings.push({ anomaly: 'doubled', words: `key ${key} was applied ${effects} times` })
    if (new Set(attempts.map(({ user }) => user)).size > 1) {
      findings.push({ anomaly: 'foreign', words: `key ${key} came under several names` })
    }
    const isAcknowledged = attempts.some(({ status }) => status >= 200 && status < 300)
    if (isAcknowledged && !recorded.has(key)) findings.push({ anomaly: 'lost', words: `key ${key} was acknowledged` })
  }
  // A creation is its own lane; only desired states of one entity (`watchlist/7`) have an order.
  const states = applied.filter(({ entity }) => /\/\d+$/.test(entity))
  const lanes = groupBy(states, ({ user, client, entity }) => `${user} ${client} ${entity}`)
  for (const [lane, attempts] of lanes) {
    const inOrder = attempts.toSorted((one, other) => one.version - other.version)
    if (inOrder.some((one, at) => isBehind(one, inOrder[at - 1]))) {
      findings.push({ anomaly: 'reordered', words: `${lane}: ${inOrder.map(({ seq }) => seq).join(' ')}` })
    }
  }
  return findings
}

function isBehind(one: Arrival, before: Arrival | undefined): boolean {
  return before !== undefined && one.seq <= before.seq && one.key !== before.key
}

/** Every device shows the server's state and has an empty outbox. */
function deviceFindings({ devices, server }: History): Finding[] {
  const on = new Set(server.on)
  return devices.flatMap(({ device, user, outbox, on: shown, made, checked }) => {
    const findings: Finding[] = outbox.map((entry) => ({ anomaly: 'stuck', words: `${device}: ${entry}` }))
    for (const what of checked) {
      const isState = /^(save|like|watched):/.test(what)
      const there = isState ? Number(on.has(`${user} ${what}`)) : server.made.filter(({ text }) => text === what).length
      const seen = isState ? Number(shown.includes(what)) : made.filter((text) => text === what).length
      if (there === seen) continue
      findings.push({ anomaly: 'diverged', words: `${device} shows ${what} ×${seen}, the server has ×${there}` })
    }
    return findings
  })
}

function groupBy<Item>(items: Item[], name: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(name(item), [...(groups.get(name(item)) ?? []), item])
  return groups
}

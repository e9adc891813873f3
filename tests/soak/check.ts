import type { Arrival, History, Tap } from './history.ts'

/** What no history may hold. */
const ANOMALIES = ['lost', 'doubled', 'resurrected', 'diverged', 'stuck', 'foreign', 'reordered'] as const
export type Anomaly = (typeof ANOMALIES)[number]

export interface Finding {
  anomaly: Anomaly
  words: string
}

/** How much later than the tap a screen may say that it is kept, or a clock be read, in ms. */
const MARGIN = 500

/**
 * Taps of two devices further apart than this, in ms, have an order: the later one wins. The server learns the moment of
 * a tap from its age and the moment it arrives, so that it is unsure by what the way there takes; how long that was at
 * most is known, on a machine with nothing else to do and on a busy one.
 */
function unsureBy(arrivals: Arrival[]): number {
  return arrivals.reduce((most, { unsure }) => Math.max(most, unsure), 0) + MARGIN
}

/** Compares what was done with what is. Pure; an empty answer is a history without a flaw. */
export function check(history: History): Finding[] {
  return [...stateFindings(history), ...madeFindings(history), ...orderFindings(history), ...deviceFindings(history)]
}

/** So many of each. */
export function tally(findings: Finding[]): Record<Anomaly, number> {
  const none = Object.fromEntries(ANOMALIES.map((anomaly) => [anomaly, 0])) as Record<Anomaly, number>
  for (const { anomaly } of findings) none[anomaly] += 1
  return none
}

/** Desired states: what stands at the end is the last wish, or one of those nobody can tell from it. */
function stateFindings({ taps, server, arrivals }: History): Finding[] {
  const findings: Finding[] = []
  const unsure = unsureBy(arrivals)
  const on = new Set(server.on)
  const states = groupBy(
    taps.filter(({ wish }) => wish !== 'new'),
    ({ user, entity }) => `${user} ${entity}`,
  )
  for (const [name, wishes] of states) {
    const allowed = lastWishes(wishes, unsure)
    const is = on.has(name) ? 'on' : 'off'
    if (allowed.has(is)) continue
    findings.push({ anomaly: is === 'on' ? 'resurrected' : 'lost', words: `${name} is ${is}; wished: ${tell(wishes)}` })
  }
  for (const name of on) {
    if (!states.has(name)) findings.push({ anomaly: 'foreign', words: `${name} is on; nobody wished it` })
  }
  for (const title of server.miscounted)
    findings.push({ anomaly: 'doubled', words: `likes of ${title} are miscounted` })
  return findings
}

/** What may stand at the end. A device's own taps have an order; those of two have one when they are far apart. */
function lastWishes(taps: Tap[], unsure: number): Set<Tap['wish']> {
  const isOvertaken = (one: Tap) =>
    taps.some((other) => {
      if (other.kept !== 'yes' || other === one) return false
      return other.device === one.device ? other.from >= one.until : other.from > one.until + unsure
    })
  const last = taps.filter((one) => !isOvertaken(one))
  const allowed = new Set(last.map(({ wish }) => wish))
  // Nobody knows whether the first of all happened.
  if (!taps.some(({ kept }) => kept === 'yes')) allowed.add('off')
  return allowed
}

function tell(taps: Tap[]): string {
  return taps
    .toSorted((one, other) => one.from - other.from)
    .slice(-6)
    .map(({ device, wish, kept, from }) => `${device} ${wish}${kept === 'yes' ? '' : '?'} @${from}`)
    .join(', ')
}

/** Creations: what was kept is there once, under its maker's name; nothing else is. */
function madeFindings({ taps, server }: History): Finding[] {
  const findings: Finding[] = []
  const made = groupBy(server.made, ({ text }) => text)
  const wished = new Map(taps.filter(({ wish }) => wish === 'new').map((tap) => [tap.text ?? '', tap]))
  for (const [text, tap] of wished) {
    const there = made.get(text) ?? []
    if (there.length === 0 && tap.kept === 'yes') findings.push({ anomaly: 'lost', words: `${tap.user}: “${text}”` })
    if (there.length > 1) findings.push({ anomaly: 'doubled', words: `${tap.user}: “${text}” ×${there.length}` })
    for (const { user } of there) {
      if (user !== tap.user) findings.push({ anomaly: 'foreign', words: `“${text}” of ${tap.user} under ${user}` })
    }
  }
  for (const [text, [first]] of made) {
    if (!wished.has(text))
      findings.push({ anomaly: 'foreign', words: `“${text}” under ${first?.user}; nobody wrote it` })
  }
  return findings
}

/** One effect a key, under one name; in the order of each device (invariants I2, I6, I8); acknowledged is kept. */
function orderFindings({ arrivals, server }: History): Finding[] {
  const findings: Finding[] = []
  const kept = new Set(server.keys)
  const applied = arrivals.filter(({ result }) => result === 'applied')
  for (const [key, sendings] of groupBy(arrivals, ({ key }) => key)) {
    const effects = sendings.filter(({ result }) => result === 'applied').length
    if (effects > 1) findings.push({ anomaly: 'doubled', words: `key ${key} was applied ${effects} times` })
    if (new Set(sendings.map(({ user }) => user)).size > 1) {
      findings.push({ anomaly: 'foreign', words: `key ${key} came under several names` })
    }
    const isAcknowledged = sendings.some(({ status }) => status >= 200 && status < 300)
    if (isAcknowledged && !kept.has(key)) findings.push({ anomaly: 'lost', words: `key ${key} was acknowledged` })
  }
  // What is made new is a lane of its own: only states of one thing (`watchlist/7`) have an order.
  const states = applied.filter(({ entity }) => /\/\d+$/.test(entity))
  const lanes = groupBy(states, ({ user, client, entity }) => `${user} ${client} ${entity}`)
  for (const [lane, sendings] of lanes) {
    const inOrder = sendings.toSorted((one, other) => one.version - other.version)
    if (inOrder.some((one, at) => isBehind(one, inOrder[at - 1]))) {
      findings.push({ anomaly: 'reordered', words: `${lane}: ${inOrder.map(({ seq }) => seq).join(' ')}` })
    }
  }
  return findings
}

function isBehind(one: Arrival, before: Arrival | undefined): boolean {
  return before !== undefined && one.seq <= before.seq && one.key !== before.key
}

/** Every device shows what the server has, and has nothing left to say. */
function deviceFindings({ devices, server }: History): Finding[] {
  const on = new Set(server.on)
  return devices.flatMap(({ device, user, outbox, on: shown, made, asked }) => {
    const findings: Finding[] = outbox.map((entry) => ({ anomaly: 'stuck', words: `${device}: ${entry}` }))
    for (const what of asked) {
      const isState = /^(save|like):/.test(what)
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

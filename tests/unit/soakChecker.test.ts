import { describe, expect, test } from 'vitest'
import { type Anomaly, check, tally } from '#tests/soak/check.ts'
import type { Action, Arrival, History } from '#tests/soak/history.ts'

/** Proves the checker of the soak test: it finds each planted anomaly and reports none in a sound history. */

const tap = (some: Partial<Action>): Action => ({
  ...{ device: 'a', user: 'sara', entity: 'save:7', desired: 'on', from: 1_000, until: 1_100, stored: 'yes' },
  ...some,
})
const arrival = (some: Partial<Arrival>): Arrival => ({
  ...{
    key: 'k1',
    user: 'sara',
    client: 'c',
    seq: 1,
    entity: 'watchlist/7',
    status: 200,
    result: 'applied',
    version: 1,
    uncertainty: 6_000,
  },
  ...some,
})

/** Two devices of one user, who saved a title and wrote a comment; both devices show both. */
function soundHistory(): History {
  const end = (device: string) => ({
    ...{ device, user: 'sara', outbox: [], on: ['save:7'] },
    ...{ made: ['hello'], checked: ['save:7', 'like:7', 'hello'] },
  })
  return {
    seed: 1,
    actions: [tap({}), tap({ entity: 'comment:7', desired: 'new', text: 'hello', from: 2_000, until: 2_100 })],
    arrivals: [arrival({}), arrival({ key: 'k2', entity: 'comment', seq: 2, version: 2 })],
    server: {
      on: ['sara save:7'],
      made: [{ user: 'sara', entity: 'comment:7', text: 'hello', key: 'k2' }],
      keys: ['k1', 'k2'],
      miscounted: [],
    },
    devices: [end('a'), end('b')],
    deaths: [],
  }
}

function found(change: (history: History) => void): Anomaly[] {
  const history = soundHistory()
  change(history)
  return [...new Set(check(history).map(({ anomaly }) => anomaly))].toSorted()
}

test('reports no findings for a sound history', () => {
  expect(check(soundHistory())).toEqual([])
  expect(Object.values(tally([]))).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

const PLANTED: [string, Anomaly, (history: History) => void][] = [
  ['a stored mutation that the server does not have', 'lost', ({ server }) => void server.on.pop()],
  ['a stored comment that the server does not have', 'lost', ({ server }) => void server.made.pop()],
  ['an acknowledged key that was not stored', 'lost', ({ server }) => void server.keys.pop()],
  ['a comment that exists twice', 'doubled', ({ server }) => void server.made.push(...server.made.slice())],
  ['a key that was applied twice', 'doubled', ({ arrivals }) => void arrivals.push(arrival({ version: 3 }))],
  ['a like that was counted twice', 'doubled', ({ server }) => void server.miscounted.push('7')],
  ['a removed title that is on the list again', 'resurrected', ({ actions }) => void actions.push(tap(LATER_OFF))],
  [
    'a device that shows a like that the server does not have',
    'diverged',
    ({ devices }) => void devices[0]?.on.push('like:7'),
  ],
  ['a device that does not show a saved title', 'diverged', ({ devices }) => void devices[1]?.on.splice(0)],
  ['a comment that a screen shows twice', 'diverged', ({ devices }) => void devices[0]?.made.push('hello')],
  ['a mutation that never leaves a device', 'stuck', ({ devices }) => void devices[0]?.outbox.push('save:7 queued')],
  ['a title on the list of a user who never saved it', 'foreign', ({ server }) => void server.on.push('omid save:7')],
  ['a key sent by two users', 'foreign', ({ arrivals }) => void arrivals.push(arrival({ user: 'o', result: 'x' }))],
  ['a server that ended by itself', 'died', ({ deaths }) => void deaths.push('server 0 ended with 1')],
  [
    "a comment under another user's name",
    'foreign',
    ({ server }) => void server.made.splice(0, 1, { user: 'omid', entity: 'comment:7', text: 'hello', key: 'k2' }),
  ],
  [
    'an older mutation of a device applied after a newer one',
    'reordered',
    ({ arrivals, server }) => {
      arrivals.push(arrival({ key: 'k0', seq: 0, version: 5 }))
      server.keys.push('k0')
    },
  ],
]
const LATER_OFF: Partial<Action> = { desired: 'off', from: 50_000, until: 50_100 }

test.each(PLANTED)('reports %s as %s', (_, anomaly, plant) => {
  expect(found(plant)).toContain(anomaly)
})

describe('accepts a history that has more than one valid outcome', () => {
  test('accepts either order of mutations from two devices within a few seconds', () => {
    const soon = tap({ device: 'b', desired: 'off', from: 3_000, until: 3_100 })
    expect(found(({ actions }) => void actions.push(soon))).toEqual([])
    const much = tap({ device: 'b', desired: 'off', from: 30_000, until: 30_100 })
    expect(found(({ actions }) => void actions.push(much))).toEqual(['resurrected'])
  })

  test('accepts the loss of a mutation whose page was killed before it confirmed', () => {
    expect(found(({ actions }) => void actions.push(tap({ ...LATER_OFF, stored: 'maybe' })))).toEqual([])
    const unsure = tap({ entity: 'comment:7', desired: 'new', text: 'gone', stored: 'maybe' })
    expect(found(({ actions }) => void actions.push(unsure))).toEqual([])
  })
})

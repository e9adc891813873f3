import { describe, expect, test } from 'vitest'
import { arrivalsOf } from '#tests/soak/arrivals.ts'
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
    at: 1_200,
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
    errors: [],
    wrongClocks: [],
    faults: {},
  }
}

function found(change: (history: History) => void): Anomaly[] {
  const history = soundHistory()
  change(history)
  return [...new Set(check(history).map(({ anomaly }) => anomaly))].toSorted()
}

test('reports no findings for a sound history', () => {
  expect(check(soundHistory())).toEqual([])
  expect(Object.values(tally([]))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
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
  ['an error that a page did not handle', 'unhandled', ({ errors }) => void errors.push('d1: TypeError')],
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

  test('accepts any order of two devices when a mutation arrived while the servers’ clocks were wrong', () => {
    const wrong = { from: 900, until: 2_000 }
    const much = tap({ device: 'b', desired: 'off', from: 30_000, until: 30_100 })
    const other = { ...much, entity: 'save:8' }
    expect(
      found(({ actions, wrongClocks }) => {
        wrongClocks.push(wrong)
        actions.push(much)
      }),
    ).toEqual([])
    expect(
      found(({ actions, server, wrongClocks }) => {
        wrongClocks.push(wrong)
        actions.push(tap({ entity: 'save:8' }), other)
        server.on.push('sara save:8')
      }),
    ).toEqual(['resurrected'])
  })

  test('accepts the loss of a mutation whose page was killed before it confirmed', () => {
    expect(found(({ actions }) => void actions.push(tap({ ...LATER_OFF, stored: 'maybe' })))).toEqual([])
    const unsure = tap({ entity: 'comment:7', desired: 'new', text: 'gone', stored: 'maybe' })
    expect(found(({ actions }) => void actions.push(unsure))).toEqual([])
  })
})

describe('arrivalsOf', () => {
  const DAY = 86_400_000
  const start = 1_700_000_000_000
  const clock = [
    { from: start, offset: 0 },
    { from: start + 10_000, offset: DAY },
    { from: start + 20_000, offset: 0 },
  ]
  /** A key that a device made at this time by its clock. */
  const keyAt = (time: number) =>
    `${time.toString(16).padStart(12, '0')}-7000-8000-000000000000`.replace(/^(.{8})/, '$1-')
  const errorOf = (created: number, age: number, at: number) =>
    arrivalsOf(
      {
        ...{ method: 'PUT', path: '/api/user/watchlist/7', requestBody: '', status: 200, replyBody: '{}', at },
        headers: {
          authorization: 'Bearer t',
          'idempotency-key': keyAt(created),
          'x-client-seq': '1',
          'x-mutation-age': String(age),
        },
      },
      new Map([['t', { user: 'sara', clock }]]),
    )[0]?.uncertainty

  test.each([
    ['a right clock', start + 5_000, 0, start + 5_100, 100],
    ['a wrong clock', start + 15_000 + DAY, 0, start + 15_100, 100],
    ['a clock that jumped ahead before sending', start + 5_000, DAY, start + 5_100, DAY - 100],
    ['a clock that fits no time', start - DAY, 0, start + 100, 365 * DAY],
  ])('returns the error of the server’s time with %s', (_, created, age, at, error) => {
    expect(errorOf(created, age, at)).toBe(error)
  })
})

import { describe, expect, test } from 'vitest'
import { type Anomaly, check, tally } from '#tests/soak/check.ts'
import type { Arrival, History, Tap } from '#tests/soak/history.ts'

/** The soak’s checker is proven: it must find one of each anomaly, and nothing where nothing is. */

const tap = (some: Partial<Tap>): Tap => ({
  ...{ device: 'a', user: 'sara', entity: 'save:7', wish: 'on', from: 1_000, until: 1_100, kept: 'yes' },
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
    unsure: 6_000,
  },
  ...some,
})

/** Two devices of one person: one saved a title and wrote a comment, both show it. */
function sound(): History {
  const end = (device: string) => ({
    ...{ device, user: 'sara', outbox: [], on: ['save:7'] },
    ...{ made: ['hello'], asked: ['save:7', 'like:7', 'hello'] },
  })
  return {
    seed: 1,
    taps: [tap({}), tap({ entity: 'comment:7', wish: 'new', text: 'hello', from: 2_000, until: 2_100 })],
    arrivals: [arrival({}), arrival({ key: 'k2', entity: 'comment', seq: 2, version: 2 })],
    server: {
      on: ['sara save:7'],
      made: [{ user: 'sara', entity: 'comment:7', text: 'hello', key: 'k2' }],
      keys: ['k1', 'k2'],
      miscounted: [],
    },
    devices: [end('a'), end('b')],
  }
}

function found(change: (history: History) => void): Anomaly[] {
  const history = sound()
  change(history)
  return [...new Set(check(history).map(({ anomaly }) => anomaly))].toSorted()
}

test('a sound history has no findings', () => {
  expect(check(sound())).toEqual([])
  expect(Object.values(tally([]))).toEqual([0, 0, 0, 0, 0, 0, 0])
})

const PLANTED: [string, Anomaly, (history: History) => void][] = [
  ['a kept wish that the server does not have', 'lost', ({ server }) => void server.on.pop()],
  ['a kept comment that the server does not have', 'lost', ({ server }) => void server.made.pop()],
  ['an acknowledged key that was not kept', 'lost', ({ server }) => void server.keys.pop()],
  ['a comment that is there twice', 'doubled', ({ server }) => void server.made.push(...server.made.slice())],
  ['a key that was applied twice', 'doubled', ({ arrivals }) => void arrivals.push(arrival({ version: 3 }))],
  ['a like that was counted twice', 'doubled', ({ server }) => void server.miscounted.push('7')],
  ['a title that was taken off the list and is on it', 'resurrected', ({ taps }) => void taps.push(tap(LATER_OFF))],
  ['a device that shows what is not there', 'diverged', ({ devices }) => void devices[0]?.on.push('like:7')],
  ['a device that does not show what is there', 'diverged', ({ devices }) => void devices[1]?.on.splice(0)],
  ['a comment that stands on a screen twice', 'diverged', ({ devices }) => void devices[0]?.made.push('hello')],
  ['a change that never leaves a device', 'stuck', ({ devices }) => void devices[0]?.outbox.push('save:7 queued')],
  ['a title on the list of somebody who never saved it', 'foreign', ({ server }) => void server.on.push('omid save:7')],
  ['a key sent under two names', 'foreign', ({ arrivals }) => void arrivals.push(arrival({ user: 'o', result: 'x' }))],
  [
    'a comment under another name',
    'foreign',
    ({ server }) => void server.made.splice(0, 1, { user: 'omid', entity: 'comment:7', text: 'hello', key: 'k2' }),
  ],
  [
    'an older change of a device applied after a newer one',
    'reordered',
    ({ arrivals, server }) => {
      arrivals.push(arrival({ key: 'k0', seq: 0, version: 5 }))
      server.keys.push('k0')
    },
  ],
]
const LATER_OFF: Partial<Tap> = { wish: 'off', from: 50_000, until: 50_100 }

test.each(PLANTED)('%s is %s', (_, anomaly, plant) => {
  expect(found(plant)).toContain(anomaly)
})

describe('what nobody can know is not held against anybody', () => {
  test('taps of two devices within a breath of each other', () => {
    const soon = tap({ device: 'b', wish: 'off', from: 3_000, until: 3_100 })
    expect(found(({ taps }) => void taps.push(soon))).toEqual([])
    const much = tap({ device: 'b', wish: 'off', from: 30_000, until: 30_100 })
    expect(found(({ taps }) => void taps.push(much))).toEqual(['resurrected'])
  })

  test('a tap whose page was killed before it could say so', () => {
    expect(found(({ taps }) => void taps.push(tap({ ...LATER_OFF, kept: 'maybe' })))).toEqual([])
    const unsure = tap({ entity: 'comment:7', wish: 'new', text: 'gone', kept: 'maybe' })
    expect(found(({ taps }) => void taps.push(unsure))).toEqual([])
  })
})

import { expect, test, vi } from 'vitest'
import type { MetricsPolicy } from '#contract/metricsPolicy.ts'
import { METRIC_REPORT_MAX, type MetricsReport } from '#contract/userMetrics.ts'
import { contactInfo } from '#data/areas/contact.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { metricsSettings, setMetricsConsent } from '#data/areas/metricsSettings.ts'
import { syncState } from '#data/areas/syncState.ts'
import { countMeasured, REPORT_INTERVAL, sendMetrics } from '#data/areas/userMetrics.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { isServerUnreachable } from '#data/network/connectivity.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { signOut } from '#data/session/signOut.ts'
import { userMetrics } from '#server/database/schema/userMetrics.ts'
import { savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, save, setUpOutbox } from '#tests/harness/fixtures/outboxDevice.ts'
import { startServer } from '#tests/harness/server.ts'

setUpOutbox()

const REPORT = 'POST /api/app-health'
const SENDER = { engine: 'webkit', engineVersion: 19, installed: true, version: '0.1.0+1f2e3d4c' } as const
const LCP = { metric: 'LCP', value: 1500 } as const

/** Reads the contact answer, as the footer does, which tells the operator's policy. */
const learnPolicy = () => contactInfo().fetch({})
const allow = async () => {
  await learnPolicy()
  await setMetricsConsent(true)
}
const send = () => sendMetrics(SENDER).catch(ignoring(...EXPECTED_ERRORS))
const reportsSent = () => device.sent.filter((line) => line === REPORT).length
const storedMetrics = async () => {
  const row = await deviceDatabase.meta.get('metricCounts')
  return (row?.value ?? { counts: [] }) as Pick<MetricsReport, 'counts'>
}
/** The measurements that the device would send, as `metric detail from: count`. */
async function counted(): Promise<string[]> {
  const stored = (await deviceDatabase.meta.get('metricCounts'))?.value as
    | { counts: MetricsReport['counts'] }
    | undefined
  return (stored?.counts ?? [])
    .map((one) => {
      const detail = 'kind' in one ? [one.kind] : 'reason' in one ? [one.reason] : []
      return `${[one.metric, ...detail, ...('from' in one ? [one.from] : [])].join(' ')}: ${one.count}`
    })
    .toSorted()
}
const onServer = async () =>
  (await device.server.database.select().from(userMetrics)).map(({ metric, count }) => `${metric}: ${count}`).toSorted()
/** Replaces the server by one of another policy. */
async function serveWith(userMetrics: MetricsPolicy) {
  await device.server.close()
  device.server = await startServer({ settings: { userMetrics } })
}
/** Lets the device's clock pass. */
function pass(ms: number) {
  const now = clock.now() + ms
  vi.spyOn(clock, 'now').mockImplementation(() => now)
}

test.each([
  ['before the device knows the policy', undefined, true],
  ['without consent', 'consent', false],
  ['where the operator wants none', 'off', true],
] as const)('counts nothing and sends nothing %s', async (_, policy, consent) => {
  await setMetricsConsent(consent)
  if (policy === 'off') await serveWith('off')
  if (policy) await learnPolicy()
  await countMeasured([LCP])
  await send()
  expect(await deviceDatabase.meta.get('metricCounts')).toBeUndefined()
  expect(reportsSent()).toBe(0)
})

test('a backend that does not tell its policy has none', async () => {
  device.network = (path) => (path === '/api/contact' ? Response.json({ data: [] }) : undefined)
  await learnPolicy()
  expect(await metricsSettings()).toEqual({ policy: 'off', consent: false })
  device.network = (path) =>
    path === '/api/contact' ? Response.json({ data: [], userMetrics: 'everything' }) : undefined
  expect(await learnPolicy()).toEqual({ channels: [], catalogueSources: [] })
  expect(await metricsSettings()).toEqual({ policy: 'off', consent: false })
})

test('measures without consent where the operator decided so', async () => {
  await serveWith('on')
  await learnPolicy()
  await countMeasured([LCP])
  expect(await counted()).toEqual(['LCP 1400: 1'])
})

test('counts the wait and the attempts of a confirmed mutation, and why attempts failed', async () => {
  await allow()
  device.goOffline()
  await save(0)
  await drainOutbox()
  await expect.poll(counted).toEqual(['failure network: 1'])
  pass(2 * 3_600_000)
  await device.reconnect({ all: true })
  await expect
    .poll(counted)
    .toEqual(['attempts watchlist.setSaved 2: 1', 'confirmed watchlist.setSaved 3600000: 1', 'failure network: 1'])
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('counts a refused mutation with the status, and each mutation of a batch', async () => {
  await allow()
  device.network = (path) =>
    path.startsWith('/api/user/watchlist')
      ? Response.json({ message: 'نه', code: 'validation' }, { status: 422 })
      : undefined
  await save(0)
  await drainOutbox()
  await expect
    .poll(counted)
    .toEqual(['attempts watchlist.setSaved 1: 1', 'failure 422: 1', 'refused watchlist.setSaved 0: 1'])
  expect(await syncState()).toMatchObject({ failed: [{}] })
  device.goOnline()
  for (const index of [1, 2, 3, 4, 5]) await save(index)
  await drainOutbox()
  await expect.poll(counted).toContain('confirmed watchlist.setSaved 0: 5')
})

test('sends what it counted once, without the token, and next after an hour', async () => {
  await allow()
  await countMeasured([LCP, { metric: 'CLS', value: 12 }, LCP])
  const sentHeaders: Headers[] = []
  device.network = (path, { headers }) => {
    if (path === '/api/app-health') sentHeaders.push(new Headers(headers))
    return undefined
  }
  await Promise.all([send(), send()])
  expect(await onServer()).toEqual(['CLS: 1', 'LCP: 2'])
  expect(sentHeaders.map((headers) => headers.has('Authorization'))).toEqual([false])
  await countMeasured([LCP])
  await send()
  expect(reportsSent()).toBe(1)
  pass(REPORT_INTERVAL)
  await send()
  expect(await onServer()).toEqual(['CLS: 1', 'LCP: 3'])
  expect(await counted()).toEqual([])
})

test('keeps what it counted while there is no network, and says nothing about the connection', async () => {
  await allow()
  await countMeasured([LCP])
  device.goOffline()
  await send()
  expect(reportsSent()).toBe(1)
  expect(isServerUnreachable()).toBe(false)
  device.disconnect()
  pass(REPORT_INTERVAL)
  await send()
  expect(reportsSent()).toBe(1)
  device.goOnline()
  await send()
  expect(await onServer()).toEqual(['LCP: 1'])
})

test('counts once on the server when the answer was lost, or the server was busy', async () => {
  await allow()
  await countMeasured([LCP])
  device.network = 'answer-lost'
  await send()
  expect(await onServer()).toEqual(['LCP: 1'])
  await countMeasured([LCP])
  for (const network of [() => Response.json({ message: 'بعداً' }, { status: 503 }), 'twice', 'up', 'up'] as const) {
    pass(REPORT_INTERVAL)
    device.network = network
    await send()
  }
  expect(await onServer()).toEqual(['LCP: 2'])
  expect(reportsSent()).toBe(4)
})

test('a withdrawal deletes what was counted, also a report under way', async () => {
  await allow()
  await countMeasured([LCP])
  device.network = 'down'
  await send()
  await countMeasured([LCP])
  await setMetricsConsent(false)
  expect(await deviceDatabase.meta.get('metricCounts')).toBeUndefined()
  device.goOnline()
  pass(REPORT_INTERVAL)
  await countMeasured([LCP])
  await send()
  await setMetricsConsent(true)
  await send()
  expect(await onServer()).toEqual([])
})

test('a server without the call ends the measuring until it tells another policy', async () => {
  await allow()
  device.network = (path) => (path === '/api/app-health' ? new Response('', { status: 404 }) : undefined)
  await countMeasured([LCP])
  await send()
  await countMeasured([LCP])
  expect(await counted()).toEqual([])
  expect(await metricsSettings()).toEqual({ policy: 'off', consent: true })
  await learnPolicy()
  await countMeasured([LCP])
  expect(await counted()).toEqual(['LCP 1400: 1'])
})

test('drops a report that the server refuses, and buckets that this version does not know', async () => {
  await allow()
  await countMeasured([LCP])
  const stored = await storedMetrics()
  await deviceDatabase.meta.put({
    key: 'metricCounts',
    value: { counts: [...stored.counts, { metric: 'XYZ', count: 1 }] },
  })
  await send()
  expect(await onServer()).toEqual(['LCP: 1'])
  pass(REPORT_INTERVAL)
  await countMeasured([LCP])
  device.network = () => Response.json({ message: 'نه', code: 'validation' }, { status: 422 })
  await send()
  device.goOnline()
  pass(REPORT_INTERVAL)
  await send()
  expect(await onServer()).toEqual(['LCP: 1'])
})

test('counts at most as many buckets as a report has', async () => {
  await allow()
  await countMeasured(
    Array.from({ length: METRIC_REPORT_MAX + 50 }, (_, at) => ({ metric: 'attempts', kind: `kind.${at}`, value: 1 })),
  )
  expect((await counted()).length).toBe(METRIC_REPORT_MAX)
})

test('sign-out deletes what was counted and keeps the consent', async () => {
  await allow()
  await countMeasured([LCP])
  await signOut({ keepData: false })
  expect(await counted()).toEqual([])
  expect(await metricsSettings()).toEqual({ policy: 'consent', consent: true })
})

test('a device that cannot store counts still confirms mutations', async () => {
  await allow()
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  deviceDatabase.meta.hook('creating', full)
  await save(0)
  await drainOutbox()
  deviceDatabase.meta.hook('creating').unsubscribe(full)
  expect(await savedOnServer(member)).toEqual([card(0).id])
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { probeConnectivity } from '#app/probeConnectivity.ts'
import { checkForUpdates } from '#app/registerWorker.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { markUnreachable } from '#data/network/connectivity.ts'
import { followServerEvents } from '#data/network/serverEvents.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const EVENTS = '/api/user/events'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await device.close()
})

function setVisible(isVisible: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isVisible ? 'visible' : 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets virtual time pass. Requests and database reads under way end before the next timer rings. */
async function pass(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end) {
    await turns(40)
    if (vi.getTimerCount() === 0) await turns(1_000)
    if (vi.getTimerCount() === 0) await vi.advanceTimersByTimeAsync(end - performance.now())
    else await vi.advanceTimersToNextTimerAsync()
  }
}

/** Counts the requests of so much time. */
async function requestsIn(ms: number, path = ''): Promise<number> {
  device.sent.length = 0
  await pass(ms)
  return device.sent.filter((request) => request.endsWith(path)).length
}

test('probes a silent server four times a minute from a visible page, and never from a hidden one', async () => {
  device.network = 'down'
  probeConnectivity(new QueryClient())
  setVisible(true)
  markUnreachable()
  await pass(MINUTE)
  const inFiveMinutes = await requestsIn(5 * MINUTE, '/api/health')
  expect(inFiveMinutes).toBeGreaterThan(16)
  expect(inFiveMinutes).toBeLessThanOrEqual(21)
  setVisible(false)
  await pass(MINUTE)
  expect(await requestsIn(2 * HOUR)).toBe(0)
})

test('checks for a new version every ten minutes on a visible page, and every hour on a hidden one', async () => {
  const update = vi.fn(async () => ({}) as ServiceWorkerRegistration)
  checkForUpdates({ update })
  setVisible(true)
  await pass(24 * HOUR)
  expect(update.mock.calls.length).toBeGreaterThan(100)
  expect(update.mock.calls.length).toBeLessThanOrEqual(24 * 7)
  setVisible(false)
  update.mockClear()
  await pass(24 * HOUR)
  expect(update.mock.calls.length).toBeGreaterThan(20)
  expect(update.mock.calls.length).toBeLessThanOrEqual(25)
})

function silent(): never {
  throw new TypeError('Failed to fetch')
}
const stream = (...messages: string[]) =>
  new Response(
    new ReadableStream({
      start(to) {
        for (const message of messages) to.enqueue(new TextEncoder().encode(message))
        to.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

test.each([
  ['a server that is not there', silent],
  ['a proxy that ends streams at once', () => stream()],
  ['a proxy that ends streams after a message', () => stream('data: {"version":1,"own":false}\n\n')],
  ["a captive portal's page", () => new Response('<p>Wi-Fi', { headers: { 'Content-Type': 'text/html' } })],
])('reopens the event stream less and less often to %s', async (_, answer) => {
  device.network = (path) => (path.endsWith('/events') ? answer() : undefined)
  const stop = new AbortController()
  const following = followServerEvents(await personalDatabase(), {
    changed: async () => true,
    signal: stop.signal,
  })
  expect(await requestsIn(HOUR, EVENTS)).toBeLessThan(60)
  const later = await requestsIn(5 * HOUR, EVENTS)
  expect(later).toBeGreaterThan(5 * 10)
  expect(later).toBeLessThan(5 * 40)
  stop.abort()
  await following
})

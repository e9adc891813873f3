import { renderHook } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDrainer } from '#data/areas/drain.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { noteError, readJournal } from '#data/database/journal.ts'
import { liveQuery } from '#data/database/liveQuery.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { beginSession } from '#data/database/session.ts'
import { startDownloadManager } from '#data/downloads/downloadManager.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { reportError, startErrorReporting } from '#data/platform/reportError.ts'
import { useLive } from '#data/react/useLive.ts'
import { sendOutbox } from '../../sw/sendOutbox.ts'
import { waitUntil } from '../../sw/waitUntil.ts'

let stop: () => void
const printed = vi.spyOn(console, 'error')

beforeEach(async () => {
  printed.mockReset()
  printed.mockImplementation(() => undefined)
  stop = startErrorReporting(noteError)
  await beginSession('token-1', {
    ...{ id: 1, name: 'سارا', email: null, telegram: null },
    ...{ newNotifications: false, subscription: null, createdAt: null },
  })
})
afterEach(async () => {
  stop()
  Reflect.deleteProperty(navigator, 'locks')
  closePersonalDatabases()
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDatabase.name) await Dexie.delete(name)
  await Promise.all(deviceDatabase.tables.map((table) => table.clear()))
})

const journalled = async (text: string) =>
  (await readJournal()).filter(({ event, detail }) => event === 'error' && detail.includes(text))
const printedTimes = (text: string) => printed.mock.calls.filter(([error]) => String(error).includes(text)).length

/** Expects one entry in the journal and one in the console, also after a while. */
async function expectReportedOnce(text: string) {
  await expect.poll(() => journalled(text), { timeout: 10_000 }).toHaveLength(1)
  await new Promise((passed) => setTimeout(passed, 1_500))
  expect(await journalled(text)).toHaveLength(1)
  expect(printedTimes(text)).toBe(1)
}

/** A bug inside every pass that runs under a Web Lock. */
function breakLocks(text: string) {
  const request = () => {
    throw new TypeError(text)
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
}

test('reports a TypeError in the drainer once, however often the drainer retries', async () => {
  breakLocks('planted in the drainer')
  const drainer = startDrainer({ onWaiting: () => undefined })
  await drainer.drain()
  await drainer.drain()
  await expectReportedOnce('planted in the drainer')
  drainer.stop()
})

test('reports a TypeError in the download manager once', async () => {
  breakLocks('planted in the download manager')
  const manager = startDownloadManager()
  manager.resume()
  await expectReportedOnce('planted in the download manager')
  manager.stop()
})

test("reports a TypeError in the worker's drain once, and fails the event", async () => {
  breakLocks('planted in the worker')
  const done: Promise<unknown>[] = []
  const event = { waitUntil: (work: Promise<unknown>) => void done.push(work) }
  waitUntil(event, sendOutbox())
  waitUntil(event, sendOutbox())
  const [first] = done
  await expect(first).rejects.toThrow('planted in the worker')
  await Promise.allSettled(done)
  await expectReportedOnce('planted in the worker')
})

test("reports a TypeError in a screen's live query once, although the query is retried", async () => {
  let looks = 0
  const look = async () => {
    looks += 1
    throw new TypeError('planted in a live query')
  }
  const { unmount } = renderHook(() => useLive(look, [], 'nothing'))
  await expectReportedOnce('planted in a live query')
  expect(looks).toBeGreaterThan(1)
  unmount()
})

test('reports a TypeError in a live query outside of React once', async () => {
  const failed = vi.fn()
  const look = async () => {
    throw new TypeError('planted in a live query without a screen')
  }
  const subscription = liveQuery(look).subscribe(() => undefined, failed)
  await expectReportedOnce('planted in a live query without a screen')
  expect(failed).toHaveBeenCalledOnce()
  subscription.unsubscribe()
})

test('ignores expected errors by their name, also inside the errors of Dexie', async () => {
  ignoring(...STORAGE_ERRORS)(new DOMException('the disk is full', 'QuotaExceededError'))
  ignoring('QuotaExceededError')(new Dexie.AbortError('aborted', new DOMException('inside', 'QuotaExceededError')))
  await new Promise((passed) => setTimeout(passed, 50))
  expect(printed).not.toHaveBeenCalled()
  expect((await readJournal()).filter(({ event }) => event === 'error')).toEqual([])
})

test('reports unhandled errors and rejections once, but no cancellations and no lost network', async () => {
  const rejected = (reason: unknown) =>
    Object.assign(new Event('unhandledrejection'), { reason, promise: Promise.resolve() })
  const unhandled = new TypeError('an unhandled error')
  dispatchEvent(new ErrorEvent('error', { error: unhandled }))
  dispatchEvent(new ErrorEvent('error', { error: unhandled }))
  reportError(unhandled)
  dispatchEvent(rejected(new RangeError('an unhandled rejection')))
  dispatchEvent(rejected(new DOMException('cancelled', 'AbortError')))
  // Firefox, for a request that the worker could not answer.
  dispatchEvent(rejected(new DOMException('FetchEvent.respondWith() Promise rejected', 'NetworkError')))
  dispatchEvent(rejected(new TypeError('Failed to fetch dynamically imported module: /assets/a.js')))
  dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
  await expect.poll(() => journalled('')).toHaveLength(2)
  expect((await journalled('')).map(({ detail }) => detail.split(' (')[0])).toEqual([
    expect.stringContaining('RangeError: an unhandled rejection'),
    expect.stringContaining('TypeError: an unhandled error'),
  ])
  // The browser itself prints unhandled errors.
  expect(printed).not.toHaveBeenCalled()
})

test('quotes no input in the journal', async () => {
  reportError(new SyntaxError('Unexpected token, "a secret note" is not valid JSON'))
  await expect.poll(() => journalled('is not valid JSON')).toHaveLength(1)
  expect(await journalled('secret')).toEqual([])
})

test('stops when the journal itself fails', async () => {
  const failing = vi.fn(() => reportError(new TypeError('the sink is broken')))
  const end = startErrorReporting(failing)
  reportError(new TypeError('something else is broken'))
  await expect.poll(() => printedTimes('the sink is broken')).toBe(1)
  await new Promise((passed) => setTimeout(passed, 50))
  expect(failing).toHaveBeenCalledTimes(2)
  end()
})

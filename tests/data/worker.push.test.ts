import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { handlePush } from '../../sw/push.ts'

/** Push events in the service worker whose notification the browser refuses to show. */

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await device.close()
})

/** Dispatches a push event and waits for all work that the worker adds to it. */
async function receive(data: unknown) {
  const done: Promise<unknown>[] = []
  const event = Object.assign(new Event('push'), {
    data: { json: () => data },
    waitUntil: (work: Promise<unknown>) => done.push(work),
  })
  self.dispatchEvent(event)
  await Promise.all(done)
}

const noted = async () =>
  ((await (await personalDatabaseIfSignedIn())?.journal.toArray()) ?? []).map(({ detail }) => detail)

test('logs a push whose notification could not be shown', async () => {
  await device.registerMember()
  vi.stubGlobal('registration', { showNotification: () => Promise.reject(new TypeError('No permission')) })
  handlePush(async () => undefined)
  await receive({ kind: 'of another time' })
  expect(await noted()).toEqual(
    expect.arrayContaining(['notification that was not shown', 'push that is none of ours']),
  )
})

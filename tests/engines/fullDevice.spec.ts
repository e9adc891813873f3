import { effects, expectSent } from '#tests/e2e/sync/user.ts'
import { storageTroubleText } from '#text/sync.ts'
import { isOn, isPressed, LIKE, openTitle, register, SAVE, toggle, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

test.use({ quota: 40_000_000 })

test('on a full device a change that cannot be stored says so, nothing stored is lost, and later changes are sent once', async ({
  tab,
  world,
}) => {
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)
  await toggle(tab, SAVE, true)
  await expectSent(tab)

  // The app frees space for the first changes.
  await eventually(async () => {
    await fillDevice(tab)
    const isLiked = await isOn(tab, LIKE)
    await tab.click(LIKE)
    await eventually(async () => expect((await saysFull(tab)) || (await isOn(tab, LIKE)) !== isLiked).toBe(true))
    expect(await saysFull(tab)).toBe(true)
  })
  const isLiked = await isOn(tab, LIKE)

  // WebKit opens no database on a device that is full to the last kilobytes.
  await emptyDevice(tab)
  await tab.reload()
  await isPressed(tab, SAVE, true)
  await isPressed(tab, LIKE, isLiked)
  await toggle(tab, LIKE, !isLiked)
  await tab.misses({ css: '[role=status], [role=alert]', text: storageTroubleText.full })
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true])
  await tab.reload()
  await isPressed(tab, SAVE, true)
  await isPressed(tab, LIKE, !isLiked)
})

/** Whether the app says that the last change was not stored. */
function saysFull(tab: Tab): Promise<boolean> {
  return tab.evaluate((notice) => document.body.textContent?.includes(notice) ?? false, storageTroubleText.full)
}

/** Stores data of no use until not even 10 kB fit. */
function fillDevice(tab: Tab) {
  return tab.evaluate(async () => {
    const opening = indexedDB.open('test-filler')
    opening.onupgradeneeded = () => opening.result.createObjectStore('data', { autoIncrement: true })
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const add = (size: number) =>
      new Promise<boolean>((resolve) => {
        const bytes = new Uint8Array(size)
        for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
        const transaction = database.transaction('data', 'readwrite')
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => {
          // Firefox lets the next transaction only delete.
          const next = database.transaction('data', 'readwrite')
          next.objectStore('data').delete(0)
          next.oncomplete = () => resolve(false)
        }
        transaction.objectStore('data').add(bytes)
      })
    for (const size of [1_000_000, 100_000, 10_000]) {
      while (await add(size)) {
        // Continues.
      }
    }
    database.close()
  })
}

function emptyDevice(tab: Tab) {
  return tab.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase('test-filler')
    await new Promise((resolve, reject) => {
      deleting.onsuccess = resolve
      deleting.onerror = () => reject(deleting.error)
    })
  })
}

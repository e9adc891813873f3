import { QueryClient } from '@tanstack/react-query'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { cachedCard, title } from '#data/areas/titles.ts'
import { savedState, setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { interruptions } from '#data/database/interruptions.ts'
import { type PersonalDatabase, personalDatabase } from '#data/database/personal.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { readSession } from '#data/database/session.ts'
import { storageProblem } from '#data/database/storageHealth.ts'
import { stuckTiming } from '#data/database/suspendableDatabase.ts'
import { withLock } from '#data/platform/lock.ts'
import { startRead } from '#data/react/readHooks.ts'
import { fakeLocks } from '#tests/harness/browser/fakeLocks.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'

const TIMING = { ...stuckTiming }

let device: TestDevice
let card: TitleCard
let database: PersonalDatabase

beforeEach(async () => {
  device = await createDevice()
  card = await popularCard(device.server)
  await device.registerMember()
  database = await personalDatabase()
  await database.open()
})
afterEach(async () => {
  show()
  Object.assign(stuckTiming, TIMING)
  vi.restoreAllMocks()
  await device.close()
})

let isAway = false
function hide(persisted: boolean) {
  isAway = persisted
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
}
/** No-op for a page that is not away: Dexie would open one more channel and hear of each commit once more. */
function show() {
  if (!isAway) return
  isAway = false
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}
const save = () => setSaved({ titleId: card.id, saved: true, card })

/** Starts a transaction on the outbox that stays open until `release`, or until it is aborted. */
function occupyOutbox() {
  let isHeld = true
  const transaction = database.backendDB().transaction('outbox', 'readwrite')
  const ended = new Promise<string>((done) => {
    transaction.oncomplete = () => done('complete')
    transaction.onabort = () => done('abort')
  })
  const extend = () => {
    transaction.objectStore('outbox').count().onsuccess = () => {
      if (isHeld) extend()
    }
  }
  extend()
  return {
    ended,
    release: () => {
      isHeld = false
    },
  }
}

test('aborts what is under way when the page goes into the back/forward cache, and repeats it when the page is back', async () => {
  const other = occupyOutbox()
  let isSaved = false
  const saving = save().then(() => {
    isSaved = true
  })
  await expect.poll(() => database.isBusy).toBe(true)
  const aborts = vi.spyOn(IDBTransaction.prototype, 'abort')
  const opens = vi.spyOn(IDBFactory.prototype, 'open')
  hide(true)
  expect(aborts).toHaveBeenCalled()
  expect(database.isOpen()).toBe(false)
  other.release()
  await other.ended
  const reading = savedState(card.id)
  // Turns of the event loop in which a page that is shown opens its database.
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
  expect(opens).not.toHaveBeenCalled()
  expect(isSaved).toBe(false)

  show()
  await saving
  await reading
  expect(await savedState(card.id)).toEqual({ saved: true, pending: true })
  expect(await database.outbox.count()).toBe(1)
})

test('closes the connection of aborted transactions when the page is back, without which WebKit sends them no events', async () => {
  const other = occupyOutbox()
  const saving = save()
  await expect.poll(() => database.isBusy).toBe(true)
  const connection = database.backendDB()
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  hide(true)
  expect(database.isOpen()).toBe(false)
  expect(close.mock.contexts).not.toContain(connection)
  other.release()
  show()
  await expect.poll(() => close.mock.contexts).toContain(connection)
  await saving
})

test('repeats a write whose cursor found its transaction aborted', async () => {
  let attempts = 0
  const write = async () => {
    attempts += 1
    if (attempts > 1) return 'written'
    hide(true)
    show()
    throw new DOMException('', 'TransactionInactiveError')
  }
  expect(await durableWrite(database, write)).toBe('written')
})

test('a frozen page closes its connections at once, so that no other tab waits for it', async () => {
  const other = occupyOutbox()
  const saving = save()
  await expect.poll(() => database.isBusy).toBe(true)
  const connection = database.backendDB()
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  document.dispatchEvent(new Event('freeze'))
  expect(close.mock.contexts).toContain(connection)
  other.release()
  document.dispatchEvent(new Event('resume'))
  await saving
})

// The moments of an opening, in turns of the event loop.
for (const moment of [0, 1, 2, 3, 5, 8]) {
  test(`a database that was being opened for ${moment} turns when the page was put away works when it is back`, async () => {
    deviceDatabase.close({ disableAutoOpen: false })
    const reading = readFromDevice(readSession)
    for (let turn = 0; turn < moment; turn++) await new Promise((done) => setImmediate(done))
    hide(true)
    const seen: unknown[] = []
    const subscription = liveQuery(readSession).subscribe({
      next: (session) => void seen.push(session?.status),
      error: (failure: unknown) => void seen.push(failure),
    })
    show()
    expect(await reading).toMatchObject({ status: 'active' })
    expect(await readSession()).toMatchObject({ status: 'active' })
    await expect.poll(() => seen.at(-1)).toBe('active')
    expect(seen.filter((one) => one !== 'active')).toEqual([])
    subscription.unsubscribe()
    deviceDatabase.close({ disableAutoOpen: false })
    expect(await deletion(deviceDatabase.name)).toBe('success')
  })
}

/** Deletes a database: `blocked` if a connection is open. */
function deletion(name: string): Promise<string> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => done('success')
    request.onblocked = () => done('blocked')
  })
}

test('an upgrade is aborted when the page goes into the back/forward cache, and repeated when it is back', async () => {
  const other = openPersonalDatabase(987_654)
  const leave = () => hide(true)
  other.on('populate', leave)
  const aborts = vi.spyOn(IDBTransaction.prototype, 'abort')
  const frames = vi.spyOn(document.body, 'appendChild')
  const opening = other.open()
  await expect.poll(() => aborts.mock.contexts).toContainEqual(expect.objectContaining({ mode: 'versionchange' }))
  // Ends also an upgrade that is committing.
  expect(frames.mock.calls.map(([frame]) => frame.isConnected)).toEqual([false])
  other.on.populate.unsubscribe(leave)
  show()
  await opening
  expect(frames.mock.calls.map(([frame]) => frame.isConnected)).toEqual([false, false])
  expect(await other.meta.count()).toBe(1)
  other.close()
  await other.open()
  expect(frames).toHaveBeenCalledTimes(2)
  await other.delete()
})

test('a read that was interrupted when the page went into the back/forward cache runs again when it is back', async () => {
  const read = title(card.id)
  await read.store(await read.fetch({}))
  const client = new QueryClient()
  const starting = startRead(client, read)
  const heading = cachedCard(card.id)
  const session = readFromDevice(readSession)
  await expect.poll(() => deviceDatabase.isBusy).toBe(true)
  hide(true)
  show()
  await starting
  expect(client.getQueryData(read.key)).toMatchObject({ id: card.id })
  expect(await heading).toMatchObject({ id: card.id })
  expect(await session).toMatchObject({ status: 'active' })
})

test('leaves the transactions of a page that is discarded to the browser', async () => {
  const aborts = vi.spyOn(IDBTransaction.prototype, 'abort')
  const saving = save()
  hide(false)
  await saving
  expect(aborts).not.toHaveBeenCalled()
})

test('a frozen page runs its live queries again when it resumes', async () => {
  const seen: number[] = []
  const subscription = liveQuery(async () => database.outbox.count()).subscribe((count) => void seen.push(count))
  await expect.poll(() => seen).toEqual([0])
  document.dispatchEvent(new Event('freeze'))
  document.dispatchEvent(new Event('resume'))
  await expect.poll(() => seen.length).toBeGreaterThan(1)
  subscription.unsubscribe()
})

test('tells the user that the database does not answer, until it does', async () => {
  Object.assign(stuckTiming, { notice: 20, recovery: 60_000, every: 5 })
  const other = occupyOutbox()
  const saving = save()
  await expect.poll(storageProblem).toBe('stuck')
  other.release()
  await saving
  expect(storageProblem()).toBeUndefined()
})

test('replaces a connection whose transactions are stuck, and repeats the write', async () => {
  Object.assign(stuckTiming, { notice: 10, recovery: 60, every: 5 })
  const other = occupyOutbox()
  const earlier = interruptions.count
  const before = database.backendDB()
  const saving = save()
  await expect.poll(() => interruptions.count).toBeGreaterThan(earlier)
  // On a busy machine the repeated write takes longer than that.
  Object.assign(stuckTiming, TIMING)
  other.release()
  await saving
  expect(database.backendDB()).not.toBe(before)
  expect(storageProblem()).toBeUndefined()
  expect(await savedState(card.id)).toEqual({ saved: true, pending: true })
})

test('a page that is put away releases its locks at once, and its task continues', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: fakeLocks() }))
  let end: (value: string) => void = () => undefined
  const task = withLock('one', undefined, {
    run: () =>
      new Promise<string>((done) => {
        end = done
      }),
  })
  const next = withLock('one', undefined, { run: async () => 'next' })
  await Promise.resolve()
  hide(true)
  expect(await next).toBe('next')
  end('first')
  expect(await task).toBe('first')
  vi.unstubAllGlobals()
})

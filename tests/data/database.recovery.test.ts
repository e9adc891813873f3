import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { title } from '#data/areas/titles.ts'
import { savedState, setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { durableWrite, NotStored, reopenTiming } from '#data/database/durableWrite.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { storageProblem } from '#data/database/storageHealth.ts'
import { PACK_CACHE, PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { fakeCaches } from '#tests/harness/browser/fakeCaches.ts'
import { savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()
beforeEach(() => {
  Object.assign(reopenTiming, { waits: [0, 1, 1], every: 5 })
})
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(reopenTiming, { waits: [0, 1_000, 2_000], every: 5_000 })
})

const save = (saved = true) => setSaved({ titleId: card.id, saved, card })

test('reopens a database that the browser closed and stores the mutation', async () => {
  await save()
  await drainOutbox()
  const database = await personalDatabase()
  database.backendDB().close()
  await save(false)
  expect((await syncState())?.waiting).toHaveLength(1)
  database.backendDB().close()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])
  expect(storageProblem()).toBeUndefined()
})

/** Makes a number of openings fail as WebKit's do on a device without a free byte. */
function refuseOpening(times: number) {
  const open = IDBFactory.prototype.open
  let remaining = times
  return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    if (remaining-- <= 0) return open.apply(this, args)
    const error = new DOMException('not enough space for domain', 'QuotaExceededError')
    const request = Object.assign(new EventTarget(), {
      error,
      onerror: undefined as ((event: Event) => void) | undefined,
    })
    request.addEventListener('error', (event) => request.onerror?.(event))
    queueMicrotask(() => request.dispatchEvent(new Event('error', { cancelable: true })))
    return request as unknown as IDBOpenDBRequest
  })
}

test('deletes the cached pictures and opens again when a database does not open on a full device', async () => {
  await save()
  const database = await personalDatabase()
  database.close({ disableAutoOpen: false })
  const caches = fakeCaches()
  for (const name of [PICTURE_CACHE, PACK_CACHE]) await globalThis.caches.open(name)
  refuseOpening(1)
  await database.open()
  expect(await globalThis.caches.keys()).toEqual([])
  caches.restore()
  expect((await syncState())?.waiting).toHaveLength(1)
  expect(storageProblem()).toBeUndefined()
})

test('says that changes are not stored when a database cannot be opened on a full device', async () => {
  const database = await personalDatabase()
  database.close({ disableAutoOpen: false })
  refuseOpening(2)
  await expect(database.open()).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(storageProblem()).toBe('unsaved')
  await database.open()
  expect(storageProblem()).toBeUndefined()
})

test('reports a mutation as not stored after three failed reopens, and clears the warning when the database is back', async () => {
  const database = await personalDatabase()
  await database.open()
  database.backendDB().close()
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError')
  })
  await expect(save()).rejects.toBeInstanceOf(NotStored)
  expect(open.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(storageProblem()).toBe('unsaved')
  open.mockRestore()
  await expect.poll(storageProblem).toBeUndefined()
  await save()
  expect(await savedState(card.id)).toEqual({ saved: true, pending: true })
})

test('keeps the warning until every closed database opens again', async () => {
  const gone = () => Promise.reject(new DOMException('gone', 'UnknownError'))
  const broken = ['first', 'second'].map((name) => {
    const database = new Dexie(name)
    return { database, open: vi.spyOn(database, 'open').mockImplementation(gone as never) }
  })
  for (const { database } of broken) await expect(durableWrite(database, gone)).rejects.toBeInstanceOf(NotStored)
  const [first, second] = broken
  first?.open.mockImplementation((async () => first.database) as never)
  const tries = second?.open.mock.calls.length ?? 0
  await expect.poll(() => second?.open.mock.calls.length).toBeGreaterThan(tries + 3)
  expect(storageProblem()).toBe('unsaved')
  second?.open.mockImplementation((async () => second.database) as never)
  await expect.poll(storageProblem).toBeUndefined()
})

test('requests persistent storage once, when the user first stores data worth keeping', async () => {
  const persist = vi.fn(async () => true)
  const storage = { persist, persisted: async () => false }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  const read = title(card.id)
  await read.store(await read.fetch({}))
  expect(persist).not.toHaveBeenCalled()
  await save()
  await expect.poll(async () => (await deviceDatabase.meta.get('askedToPersist'))?.value).toBe(true)
  await save(false)
  expect(persist).toHaveBeenCalledTimes(1)
  Reflect.deleteProperty(navigator, 'storage')
})

/** Makes the next `times` writes to a table fail as over quota. */
function fillDevice(times = Number.POSITIVE_INFINITY, table = 'outbox') {
  let remaining = times
  for (const write of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[write]
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === table && remaining-- > 0) throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, args)
    })
  }
}

/** Makes writes to the outbox fail with what `next` returns. */
function failOutboxWrites(next: () => DOMException | undefined) {
  for (const write of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[write]
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(function (this: IDBObjectStore, ...args) {
      const error = this.name === 'outbox' && next()
      if (error) throw error
      return real.apply(this, args)
    })
  }
}

test('evicts once on a full device and stores the mutation that then fits', async () => {
  fillDevice(1)
  await save()
  expect((await syncState())?.waiting).toHaveLength(1)
  expect(storageProblem()).toBeUndefined()
})

test.each([
  ['the browser lets the next transaction only delete', 1],
  ['other writes of the connection find no space meanwhile', 2],
])('stores the mutation when %s', async (_, refusals) => {
  const errors = [
    new DOMException('full', 'QuotaExceededError'),
    ...Array.from({ length: refusals }, () => new DOMException('only deletions', 'InvalidStateError')),
  ]
  failOutboxWrites(() => errors.shift())
  await save()
  expect((await syncState())?.waiting).toHaveLength(1)
  expect(storageProblem()).toBeUndefined()
})

test('says that the change was not stored when the browser goes on to refuse it after a quota error', async () => {
  let isFirst = true
  failOutboxWrites(() => {
    const name = isFirst ? 'QuotaExceededError' : 'InvalidStateError'
    isFirst = false
    return new DOMException('refused', name)
  })
  await expect(save()).rejects.toBeInstanceOf(NotStored)
  expect(storageProblem()).toBeDefined()
  expect(await savedState(card.id)).toEqual({ saved: false, pending: false })
})

test('says that the change was not stored when the device is full after the database was opened again', async () => {
  const errors = [new DOMException('closed', 'UnknownError')]
  failOutboxWrites(() => errors.shift() ?? new DOMException('full', 'QuotaExceededError'))
  await expect(save()).rejects.toBeInstanceOf(NotStored)
  expect(storageProblem()).toBe('full')
})

test('rejects a mutation that does not fit and clears the warning with a later one that fits', async () => {
  fillDevice()
  await expect(save()).rejects.toBeInstanceOf(NotStored)
  expect(storageProblem()).toBe('full')
  expect(await savedState(card.id)).toEqual({ saved: false, pending: false })
  vi.restoreAllMocks()
  await save()
  expect(storageProblem()).toBeUndefined()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test("says whether the app's own data or a change of the user found no space, the latter until a change is stored", async () => {
  await save()
  fillDevice(Number.POSITIVE_INFINITY, 'watchlist')
  await expect(drainOutbox()).rejects.toBeInstanceOf(NotStored)
  expect(storageProblem()).toBe('noSpace')
  expect(await savedState(card.id)).toEqual({ saved: true, pending: true })
  vi.restoreAllMocks()
  fillDevice()
  await expect(save(false)).rejects.toBeInstanceOf(NotStored)
  expect(storageProblem()).toBe('full')
  vi.restoreAllMocks()
  // Other data that fits says nothing about the user's change.
  await drainOutbox()
  expect(storageProblem()).toBe('full')
  await save()
  expect(storageProblem()).toBeUndefined()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('supersedes an entry atomically', async () => {
  device.goOffline()
  await save()
  await drainOutbox()
  fillDevice()
  await expect(save(false)).rejects.toBeInstanceOf(NotStored)
  expect(await savedState(card.id)).toEqual({ saved: true, pending: true })
})

/** The database schema of the previous version of the app. */
function olderApp(userId: number) {
  const old = new Dexie(personalDatabaseName(userId))
  old.version(1).stores({
    outbox: '++seq, &key, entity, status, [status+nextAt]',
    watchlist: 'titleId, savedAt',
    likes: 'titleId',
    history: 'titleId, watchedAt',
    notifications: 'id, createdAt',
    requests: 'id, createdAt',
    comments: 'id, titleId',
    drafts: 'key, at',
    meta: 'key',
    journal: '++id',
  })
  return old
}

test('shares the database between an older worker and a newer page in both directions', async () => {
  device.goOffline()
  await save()
  const old = olderApp(member.id)
  const [entry] = await old.table('outbox').toArray()
  expect(entry).toMatchObject({ kind: 'watchlist.setSaved', status: 'queued' })
  // Entries of the older version lack the later fields.
  const { seq: _, unsure: __, failingAfter: ___, ...older } = entry
  await old.table('outbox').add({
    ...older,
    ...{ key: '0190a5d0-ac96-774b-8cce-000000000001', entity: `like:${card.id}`, kind: 'reactions.setLiked' },
    payload: { titleId: card.id, liked: true, name: card.titleFa },
    failingSince: null,
  })
  device.goOnline()
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [], quarantined: [] })
  expect(await savedOnServer(member)).toEqual([card.id])
  old.close()
})

test("closes the older version's connection when a newer page upgrades the database, and both continue", async () => {
  const old = olderApp(member.id)
  await old.open()
  await save()
  await old.table('meta').put({ key: 'of the older', value: 1 })
  expect(await (await personalDatabase()).table('meta').get('of the older')).toMatchObject({ value: 1 })
  await setLiked({ titleId: card.id, liked: true, name: '' })
  expect((await syncState())?.waiting).toHaveLength(2)
  old.close()
})

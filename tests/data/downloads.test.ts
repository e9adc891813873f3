import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { deleteOrphanedSegments, segmentNames, segmentPath } from '#data/database/segmentCache.ts'
import { beginSession } from '#data/database/session.ts'
import {
  collectBackgroundFetch,
  reclaimBackgroundFetches,
  startBackgroundFetches,
} from '#data/downloads/backgroundDownload.ts'
import { type DownloadManager, startDownloadManager } from '#data/downloads/downloadManager.ts'
import { currentDownloads, watchDownloads } from '#data/downloads/downloadStore.ts'
import {
  addDownload,
  clearDownloads,
  deleteDownload,
  downloadsSize,
  localSource,
  pauseDownload,
  resumeDownload,
} from '#data/downloads/downloads.ts'
import { fetchDownloads } from '#data/downloads/fetchDownloads.ts'
import { checkPermissions } from '#data/downloads/permissionCheck.ts'
import { serveDownload } from '#data/downloads/serveDownload.ts'
import { canDetectWifi, isWifiOnly, setWifiOnly, wifiState } from '#data/downloads/wifiOnly.ts'
import { fileTimeout } from '#data/network/fetchFile.ts'
import type { BackgroundFetchRegistration } from '#data/platform/backgroundFetch.ts'
import { clock } from '#data/platform/clock.ts'
import { clearDevice } from '#data/session/clearDevice.ts'
import { signOut } from '#data/session/signOut.ts'
import { someCaches, type TestCaches } from '#tests/harness/caches.ts'
import { CARD, FILE, type Films, filmBytes, someFilms } from '#tests/harness/films.ts'
import { someLocks } from '#tests/harness/locks.ts'

let films: Films
let testCaches: TestCaches
const realNow = clock.now
const DOWNLOAD = { fileId: FILE, title: CARD, season: null, episode: null, episodeId: null, quality: 720 }
const PIECES = ['0-0.mp4', '0-1.m4s', '0-4.m4s', '1-0.mp4', '1-4.m4s', 'words0.vtt', 'thumbnails.jpg']
/** Pieces of the film, 2,000 bytes each: one more than the server counts. */
const PIECE_COUNT = 12
const warm = async () => undefined

beforeEach(async () => {
  films = someFilms()
  testCaches = someCaches()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: someLocks() })
  await signIn(1)
})
afterEach(async () => {
  vi.restoreAllMocks()
  clock.now = realNow
  Object.assign(fileTimeout, { most: 20_000 })
  films.restore()
  testCaches.restore()
  Reflect.deleteProperty(navigator, 'locks')
  closePersonalDatabases()
  for (const name of await Dexie.getDatabaseNames()) if (name !== device.name) await Dexie.delete(name)
  await Promise.all(device.tables.map((table) => table.clear()))
})

async function signIn(id: number) {
  await beginSession(`token-${id}`, {
    id,
    name: 'سارا',
    email: 'sara@parde.example',
    telegram: null,
    newNotifications: false,
    subscription: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
}

/** Polling timeout for a pass on a busy machine. */
const SLOW = { timeout: 10_000 }
const neverAborted = () => new AbortController().signal
/** Runs passes without any backoff until every piece is fetched. */
async function runAllPasses(most = 30) {
  for (let passes = 0; passes < most; passes++) {
    if ((await fetchDownloads(neverAborted(), { warm })) === undefined) return
    await (await personalDatabase()).keptVideos.toCollection().modify({ nextAt: 0 })
  }
}
async function row(): Promise<Download | undefined> {
  return (await personalDatabase()).keptVideos.get(FILE)
}
const readLocal = (name: string, range: string | null = null) =>
  serveDownload(new URL(segmentPath(FILE, name), location.href), range)
const requestsFor = (name: string) => films.asked.filter((one) => one === name).length
const failNetwork = () => {
  throw new TypeError('Failed to fetch')
}
/** Expects that every byte of exactly one version is stored and playable. */
async function expectComplete(mark = 'a') {
  expect(await row()).toMatchObject({ state: 'kept', why: undefined, version: mark })
  const master = await (await readLocal('master.m3u8')).text()
  expect(master).toContain('video.m3u8')
  expect(master).not.toContain('360')
  const files = filmBytes(mark)
  const named = { '0-0.mp4': '720/init.mp4', '0-3.m4s': '720/2.m4s', '1-4.m4s': 'audio/3.m4s', 'words0.vtt': 'fa.vtt' }
  for (const [name, from] of Object.entries({ ...named, 'thumbnails.jpg': 'thumbnails.jpg' })) {
    const answer = await readLocal(name)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(new TextDecoder().decode(files.get(from)))
  }
  expect(Object.keys(testCaches.all()).filter((name) => name.startsWith('parde-video-'))).toHaveLength(1)
}

test('downloads a film in the chosen quality, reports its size and plays it offline from local addresses', async () => {
  await addDownload(DOWNLOAD)
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'fetching' })
  expect((await readLocal('master.m3u8')).status).toBe(403)
  await runAllPasses()
  films.before = failNetwork
  await expectComplete()
  expect(await row()).toMatchObject({ size: 22_000, bytes: 22_000 })
  expect(await downloadsSize()).toBe(22_000)
  const source = await localSource('tt0000007', FILE)
  if (!source?.playable) throw new Error('it does not play')
  expect(source.watch.stream).toMatchObject({
    master: new URL(segmentPath(FILE, 'master.m3u8'), location.href).href,
    subtitles: [{ lang: 'fa', url: new URL(segmentPath(FILE, 'words0.vtt'), location.href).href }],
    thumbnails: new URL(segmentPath(FILE, 'thumbnails.vtt'), location.href).href,
    durationSeconds: 16,
  })
  // Another file of the same title, or the title itself, plays the downloaded file.
  expect(await localSource('tt0000007', 7)).toMatchObject({ playable: true })
  expect(await localSource('tt0000008', FILE)).toBeUndefined()
  expect(films.asked.filter((name) => name.startsWith('360'))).toEqual([])
})

test('serves byte ranges as Safari requests them, refuses those out of range and ignores invalid ones', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  const some = await readLocal('0-1.m4s', 'bytes=10-19')
  expect([some.status, some.headers.get('Content-Range'), (await some.blob()).size]).toEqual([
    206,
    'bytes 10-19/2000',
    10,
  ])
  expect((await readLocal('0-1.m4s', 'bytes=-5')).headers.get('Content-Range')).toBe('bytes 1995-1999/2000')
  expect((await readLocal('0-1.m4s', 'bytes=1990-')).headers.get('Content-Length')).toBe('10')
  expect((await readLocal('0-1.m4s', 'bytes=2000-')).status).toBe(416)
  expect((await readLocal('0-1.m4s', 'lines=1-2')).status).toBe(200)
  expect((await readLocal('no-such.m4s')).status).toBe(404)
  expect((await serveDownload(new URL('/kept/8/0-1.m4s', location.href), null)).status).toBe(404)
})

/** Crashes the page after `steps` side effects: requests, cache writes and database writes. */
function crashAfter(steps: number) {
  let left = steps
  const step = () => {
    if (left-- <= 0) throw new DOMException('the page is gone', 'AbortError')
  }
  films.before = () => {
    step()
    return undefined
  }
  testCaches.before = step
  const stores: Record<string, (...args: never[]) => unknown> = IDBObjectStore.prototype as never
  const reals = (['put', 'add', 'delete'] as const).map((write) => [write, stores[write]] as const)
  for (const [write, real] of reals) {
    stores[write] = function (this: IDBObjectStore, ...args) {
      step()
      return real?.apply(this, args)
    }
  }
  return {
    hasDied: () => left < 0,
    restart() {
      for (const [write, real] of reals) if (real) stores[write] = real
      films.before = () => undefined
      testCaches.before = () => undefined
      closePersonalDatabases()
    },
  }
}

test('resumes after a crash at any step without playing a partial film or fetching a piece twice', async () => {
  let steps = 0
  // Covers each of the first steps, which create the plan and the rows; later steps are all pieces and alike.
  for (let isThrough = false; !isThrough; steps += steps < 20 ? 1 : 4) {
    await addDownload(DOWNLOAD)
    const crash = crashAfter(steps)
    await fetchDownloads(neverAborted(), { warm }).catch(() => undefined)
    isThrough = !crash.hasDied()
    crash.restart()
    const { state } = (await row()) ?? {}
    expect(['wanted', 'kept']).toContain(state)
    if (state !== 'kept') expect((await readLocal('0-0.mp4')).status).toBe(403)
    const before = new Set(Object.values(testCaches.all()).flat())
    films.asked.length = 0
    await (await personalDatabase()).keptVideos.toCollection().modify({ nextAt: 0 })
    await runAllPasses()
    await expectComplete()
    if (before.has(segmentPath(FILE, '0-1.m4s'))) expect(requestsFor('720/0.m4s')).toBe(0)
    await deleteDownload(FILE)
    expect(testCaches.all()).toEqual({})
  }
  expect(steps).toBeGreaterThan(30)
}, 60_000)

test('finishes an interrupted deletion at the next start and sweeps bytes without a row', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  const crash = crashAfter(1)
  await deleteDownload(FILE).catch(() => undefined)
  crash.restart()
  expect(await row()).toMatchObject({ state: 'leaving' })
  expect(await localSource('tt0000007', FILE)).toBeUndefined()
  await runAllPasses()
  expect(await row()).toBeUndefined()
  expect(testCaches.all()).toEqual({})
  for (const name of ['parde-video-1-5-x', 'parde-video-2-5-x', 'other']) await caches.open(name)
  await deleteOrphanedSegments(await personalDatabase())
  expect(Object.keys(testCaches.all())).toEqual(['other'])
})

test('requests only the missing bytes after a broken connection and never stores a truncated or empty piece', async () => {
  await addDownload(DOWNLOAD)
  const ranges: (string | null)[] = []
  films.before = (path, init) => {
    if (!path.endsWith('720/1.m4s')) return undefined
    const range = new Headers(init.headers).get('Range')
    ranges.push(range)
    if (range !== null) return undefined
    const bytes = films.bytes.get('720/1.m4s')?.slice(0, 700)
    const body = new ReadableStream({
      start: (to) => to.enqueue(bytes),
      pull: (to) => to.error(new TypeError('network error')),
    })
    return new Response(body, { headers: { ETag: '"a-720/1.m4s"', 'Content-Length': '2000' } })
  }
  await runAllPasses()
  await expectComplete()
  expect(ranges).toEqual([null, 'bytes=700-'])

  await deleteDownload(FILE)
  await addDownload(DOWNLOAD)
  let times = 0
  films.before = (path) => {
    if (!path.endsWith('720/2.m4s') || ++times > 4) return undefined
    const bytes = times % 2 === 0 ? new Uint8Array() : films.bytes.get('720/2.m4s')?.slice(0, 900)
    return new Response(bytes ?? null, { headers: { 'Content-Length': times % 2 === 0 ? '0' : '2000' } })
  }
  await runAllPasses()
  await expectComplete()
})

test('stops with a reason when the content stays invalid, and the user can retry', async () => {
  await addDownload(DOWNLOAD)
  films.before = (path) => (path.endsWith('720/2.m4s') ? new Response('') : undefined)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
  films.before = (path) => (path.endsWith('master.m3u8') ? new Response('<html>sign in to the café</html>') : undefined)
  await deleteDownload(FILE)
  await addDownload(DOWNLOAD)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
  films.before = () => undefined
  await resumeDownload(FILE)
  await runAllPasses()
  await expectComplete()
})

test('waits without limit for the network, aborts a silent server in time and tolerates a slow one', async () => {
  await addDownload(DOWNLOAD)
  films.before = failNetwork
  // The shortest backoff would allow a second attempt within the same pass.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await runAllPasses(20)
  expect(await row()).toMatchObject({ state: 'wanted', attempts: 20 })
  Object.assign(fileTimeout, { most: 20 })
  films.before = (path) => {
    if (!path.endsWith('720/1.m4s')) return undefined
    return new Promise<Response>(() => undefined)
  }
  const silent = fetchDownloads(neverAborted(), { warm })
  films.before = () => undefined
  await silent
  await runAllPasses()
  await expectComplete()
})

test('renews an expired link once for all pieces and gives up when the server ends every link', async () => {
  await addDownload(DOWNLOAD)
  films.before = (path) => {
    if (path.endsWith('720/1.m4s') && films.oldest === 0) films.oldest = 2
    return undefined
  }
  await runAllPasses()
  await expectComplete()
  expect(films.asked.filter((one) => one.startsWith('/api/watch/'))).toHaveLength(2)

  await deleteDownload(FILE)
  await addDownload(DOWNLOAD)
  films.oldest = Number.POSITIVE_INFINITY
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
})

test('replaces all pieces when the server has a new version during the download', async () => {
  await addDownload(DOWNLOAD)
  films.before = (path) => {
    if (path.endsWith('720/2.m4s') && films.version === 'a')
      Object.assign(films, { version: 'b', bytes: filmBytes('b') })
    return undefined
  }
  await runAllPasses()
  await expectComplete('b')
})

test('keeps playing an outdated version and downloads the new one on request', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  Object.assign(films, { version: 'b', bytes: filmBytes('b') })
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  expect(await row()).toMatchObject({ outdated: true })
  await expectComplete('a')
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await fetchDownloads(neverAborted(), { warm })
  await deleteOrphanedSegments(await personalDatabase())
  await expectComplete('b')
})

test('stops with a reason on a full device, keeps the pieces and resumes when there is space', async () => {
  await addDownload(DOWNLOAD)
  testCaches.room = 9_000
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'full' })
  const here = Object.values(testCaches.all()).flat().length
  expect(here).toBeGreaterThan(4)
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'full' })
  testCaches.room = Number.POSITIVE_INFINITY
  films.asked.length = 0
  await resumeDownload(FILE)
  await runAllPasses()
  await expectComplete()
  expect(films.asked.length).toBeLessThan(PIECES.length * 2 + 4)
})

test('fetches nothing when there is no space from the start', async () => {
  const storage = { estimate: async () => ({ usage: 950_000_000, quota: 1_000_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  await addDownload(DOWNLOAD)
  await runAllPasses()
  Reflect.deleteProperty(navigator, 'storage')
  expect(await row()).toMatchObject({ state: 'stopped', why: 'full' })
  expect(testCaches.all()).toEqual({})
})

test('stays paused during passes, and a second tab continues without fetching pieces twice when the first one dies', async () => {
  await addDownload(DOWNLOAD)
  await pauseDownload(FILE)
  await runAllPasses()
  expect(films.asked).toEqual([])
  await resumeDownload(FILE)
  await Promise.all([
    fetchDownloads(neverAborted(), { warm }),
    fetchDownloads(neverAborted(), { warm }),
    fetchDownloads(neverAborted(), { warm }),
  ])
  await expectComplete()
  for (const name of ['720/init.mp4', '720/3.m4s', 'audio/2.m4s', 'fa.vtt']) expect(requestsFor(name)).toBe(1)

  await deleteDownload(FILE)
  await addDownload(DOWNLOAD)
  films.asked.length = 0
  const first = new AbortController()
  films.before = (path) => {
    if (path.endsWith('720/2.m4s')) first.abort()
    return undefined
  }
  const passes = [fetchDownloads(first.signal, { warm }), fetchDownloads(neverAborted(), { warm })]
  await Promise.allSettled(passes)
  await runAllPasses()
  await expectComplete()
  expect(requestsFor('720/init.mp4')).toBe(1)
})

test('reads the downloads once for all subscribers, keeps unchanged rows identical and reports a guest', async () => {
  await addDownload(DOWNLOAD)
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const readCount = () => reads.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'keptVideos').length
  const ends = Array.from({ length: 100 }, () => watchDownloads(() => undefined))
  const videos = () => {
    const now = currentDownloads()
    return now === 'guest' ? [] : (now ?? [])
  }
  try {
    await expect.poll(videos).toMatchObject([{ fileId: FILE, refusal: 'fetching' }])
    const [first] = videos()
    await addDownload({ ...DOWNLOAD, fileId: FILE + 1 })
    await expect.poll(() => videos().length).toBe(2)
    expect(videos().find(({ fileId }) => fileId === FILE)).toBe(first)
    expect(readCount()).toBeLessThan(10)
    await pauseDownload(FILE)
    await expect.poll(() => videos().find(({ fileId }) => fileId === FILE)?.state).toBe('paused')
    films.before = failNetwork
    await signOut({ keep: true })
    await expect.poll(currentDownloads).toBe('guest')
  } finally {
    for (const end of ends) end()
  }
  expect(currentDownloads()).toBeUndefined()
})

/** The Network Information API, which jsdom lacks. */
function fakeConnection(type: string) {
  const network = Object.assign(new EventTarget(), { type, saveData: false })
  Object.defineProperty(navigator, 'connection', { configurable: true, value: network })
  return {
    turn(to: string) {
      network.type = to
      network.dispatchEvent(new Event('change'))
    },
    spare() {
      network.saveData = true
    },
    restore: () => Reflect.deleteProperty(navigator, 'connection'),
  }
}

test('downloads only over Wi-Fi when the user chose so, aborts on another network and resumes on Wi-Fi', async () => {
  expect([canDetectWifi(), await isWifiOnly()]).toEqual([false, false])
  const network = fakeConnection('cellular')
  const registrations = installBackgroundFetch()
  let keeper: DownloadManager | undefined
  try {
    expect(await isWifiOnly()).toBe(false)
    // With data saving on, Wi-Fi only is the default until the user chooses otherwise.
    network.spare()
    expect((await wifiState()).waits).toBe(true)
    await setWifiOnly(false)
    expect((await wifiState()).waits).toBe(false)
    await device.meta.put({ key: 'filmsOverWifiOnly', value: 'nonsense' })
    expect((await wifiState()).waits).toBe(true)
    await setWifiOnly(true)

    await addDownload(DOWNLOAD)
    await runAllPasses()
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    expect([films.asked, registrations.size]).toEqual([[], 0])
    expect(await row()).toMatchObject({ state: 'wanted', why: undefined, attempts: 0 })

    let isCut = false
    films.before = (path, { signal }) => {
      if (!path.endsWith('720/2.m4s')) return undefined
      network.turn('cellular')
      return new Promise<Response>((_, refuse) => {
        signal?.addEventListener('abort', () => {
          isCut = true
          refuse(signal.reason)
        })
      })
    }
    keeper = startDownloadManager()
    network.turn('wifi')
    await expect.poll(() => isCut, SLOW).toBe(true)
    expect(await row()).toMatchObject({ state: 'wanted', why: undefined })
    films.before = () => undefined
    films.asked.length = 0
    network.turn('ethernet')
    await expect.poll(async () => (await row())?.state, SLOW).toBe('kept')
    expect(requestsFor('720/init.mp4')).toBe(0)
  } finally {
    keeper?.stop()
    network.restore()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

test('leaves no bytes behind when a running download is paused or deleted', async () => {
  await addDownload(DOWNLOAD)
  let wish: Promise<void> | undefined
  films.before = (path) => {
    if (path.endsWith('720/2.m4s')) wish ??= pauseDownload(FILE)
    return undefined
  }
  await runAllPasses()
  await wish
  expect(await row()).toMatchObject({ state: 'paused' })
  wish = undefined
  films.before = (path) => {
    if (path.endsWith('thumbnails.jpg')) wish ??= deleteDownload(FILE)
    return undefined
  }
  await resumeDownload(FILE)
  await runAllPasses()
  await wish
  await deleteOrphanedSegments(await personalDatabase())
  expect(await row()).toBeUndefined()
  expect(testCaches.all()).toEqual({})
})

test("ends the permission by the server's clock, also after the device clock was set back, and renews it by asking again", async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  clock.now = () => realNow() + 2 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  expect((await readLocal('0-1.m4s')).status).toBe(403)
  clock.now = realNow
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  closePersonalDatabases()
  clock.now = () => realNow() - 30 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  clock.now = realNow
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  await expectComplete()
})

test('stops playback when the server withdraws the permission, resumes after renewal and deletes a withdrawn film', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  films.needs = 'premium'
  films.before = failNetwork
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() }).catch(() => undefined)
  await expectComplete()
  films.before = () => undefined
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  expect(await localSource('tt0000007', FILE)).toMatchObject({ why: 'premium', message: 'اشتراک می‌خواهد' })
  expect((await readLocal('0-1.m4s')).status).toBe(403)
  films.needs = null
  await checkPermissions(await personalDatabase(), { signal: neverAborted() })
  expect(await row()).toMatchObject({ why: 'premium' })
  clock.now = () => realNow() + 3_700_000
  await checkPermissions(await personalDatabase(), { signal: neverAborted() })
  await expectComplete()
  films.isGone = true
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  expect(await row()).toMatchObject({ state: 'stopped', why: 'withdrawn', message: 'دیگر نیست', bytes: 0 })
  expect(testCaches.all()).toEqual({})
})

test('waits for premium when the film needs it and continues once the user has it', async () => {
  films.needs = 'premium'
  await addDownload(DOWNLOAD)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'premium' })
  films.needs = null
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  await runAllPasses()
  await expectComplete()
})

test('belongs to one user: deletes downloads at sign-out, hides them from other users and clears them with the device', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await signIn(2)
  expect((await readLocal('0-1.m4s')).status).toBe(404)
  expect(await localSource('tt0000007', FILE)).toBeUndefined()
  await deleteOrphanedSegments(await personalDatabase())
  await signIn(1)
  await expectComplete()
  films.before = failNetwork
  await signOut({ keep: true })
  expect(testCaches.all()).toEqual({})
  films.before = () => undefined
  await signIn(1)
  expect(await row()).toBeUndefined()
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await clearDownloads()
  expect([await row(), testCaches.all()]).toEqual([undefined, {}])
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await clearDevice()
  expect(testCaches.all()).toEqual({})
})

class FakeRegistration extends EventTarget implements BackgroundFetchRegistration {
  result = '' as const
  downloaded = 0
  constructor(
    readonly id: string,
    readonly requests: Request[],
    readonly downloadTotal: number,
    private readonly end: () => boolean,
  ) {
    super()
  }

  async abort() {
    return this.end()
  }

  /** Fails responses beyond `downloadTotal`, as Background Fetch does. */
  async matchAll() {
    return this.requests.map((request) => ({ request, responseReady: this.bring(request) }))
  }

  private async bring({ url }: Request): Promise<Response> {
    const response = await fetch(url, { credentials: 'omit' })
    this.downloaded += (await response.clone().arrayBuffer()).byteLength
    if (this.downloaded > this.downloadTotal) throw new TypeError('download-total-exceeded')
    return response
  }
}

/** Background Fetch, which jsdom lacks: each registration fetches its requests when the test reads them. */
function installBackgroundFetch({ mayNot = false } = {}) {
  const registrations = new Map<string, FakeRegistration>()
  const backgroundFetch = {
    async fetch(id: string, requests: Request[], { downloadTotal }: { downloadTotal: number }) {
      if (mayNot) throw new TypeError('This origin does not have permission to start a fetch.')
      const registration = new FakeRegistration(id, requests, downloadTotal, () => registrations.delete(id))
      registrations.set(id, registration)
      return registration
    },
    get: async (id: string) => registrations.get(id),
    getIds: async () => [...registrations.keys()],
  }
  const serviceWorker = { getRegistration: async () => ({ backgroundFetch }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return registrations
}

test('hands unfinished downloads to Background Fetch, stores its complete pieces and fetches the others on the next visit', async () => {
  const registrations = installBackgroundFetch()
  try {
    await addDownload(DOWNLOAD)
    const leaving = new AbortController()
    films.before = (path) => {
      if (path.endsWith('720/1.m4s')) leaving.abort()
      return undefined
    }
    await fetchDownloads(leaving.signal, { warm }).catch(() => undefined)
    films.before = () => undefined
    // The stored count may include a half-received piece, which is fetched again.
    const { bytes = 0 } = (await row()) ?? {}
    await (await personalDatabase()).keptVideos.update(FILE, { bytes: bytes + 1_500 })
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    const [registration] = registrations.values()
    if (!registration) throw new Error('nothing was handed over')
    expect(await row()).toMatchObject({ state: 'wanted', background: registration.id })
    expect(registration.downloadTotal).toBeGreaterThanOrEqual(registration.requests.length * 2_000)
    // A page that opens meanwhile shows the progress.
    await reclaimBackgroundFetches(await personalDatabase())
    registration.downloaded = 3_000
    registration.dispatchEvent(new Event('progress'))
    const here = 2_000 * (PIECE_COUNT - registration.requests.length)
    await expect.poll(async () => (await row())?.bytes).toBe(here + 3_000)
    registration.downloaded = 0
    // No page fetches a download that the browser has taken over.
    films.asked.length = 0
    await runAllPasses()
    expect(films.asked).toEqual([])

    films.before = (path) => (path.endsWith('720/2.m4s') ? new Response('') : undefined)
    await collectBackgroundFetch(registration)
    expect(await row()).toMatchObject({ state: 'wanted', background: undefined })
    expect((await readLocal('0-1.m4s')).status).toBe(403)
    films.before = () => undefined
    films.asked.length = 0
    await runAllPasses()
    await expectComplete()
    expect(films.asked.filter((name) => name.endsWith('.m4s'))).toEqual(['720/2.m4s'])

    await deleteDownload(FILE)
    await addDownload(DOWNLOAD)
    films.before = (path) => (path.endsWith('720/init.mp4') ? failNetwork() : undefined)
    await fetchDownloads(neverAborted(), { warm })
    films.before = () => undefined
    // A file with two names, such as subtitles that a playlist also names, is fetched once and stored under both.
    const { run = '' } = (await row()) ?? {}
    const plans = (await personalDatabase()).keptPlans
    const pieces = [...((await plans.get(run))?.pieces ?? []), { name: '2-0.vtt', from: 'fa.vtt' }]
    await plans.update(run, { pieces })
    films.asked.length = 0
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    const [second] = registrations.values()
    if (second) await collectBackgroundFetch(second)
    await expectComplete()
    expect(requestsFor('fa.vtt')).toBe(1)
    expect((await readLocal('2-0.vtt')).status).toBe(200)
    await deleteDownload(FILE)

    // Pausing aborts the background fetch; a registration that the browser has lost returns to the page.
    await addDownload(DOWNLOAD)
    films.before = (path) => (path.endsWith('720/init.mp4') ? failNetwork() : undefined)
    await fetchDownloads(neverAborted(), { warm })
    films.before = () => undefined
    registrations.clear()
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    await pauseDownload(FILE)
    expect(registrations.size).toBe(0)
    await resumeDownload(FILE)
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    registrations.clear()
    await reclaimBackgroundFetches(await personalDatabase())
    await runAllPasses()
    await expectComplete()
    await deleteDownload(FILE)

    // Without permission for Background Fetch the page downloads the film itself.
    installBackgroundFetch({ mayNot: true })
    await addDownload(DOWNLOAD)
    films.before = (path) => (path.endsWith('720/init.mp4') ? failNetwork() : undefined)
    await fetchDownloads(neverAborted(), { warm })
    films.before = () => undefined
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    await runAllPasses()
    await expectComplete()
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

/** Source addresses of the planned pieces that are not stored yet. */
async function missing(): Promise<string[]> {
  const { keptVideos, keptPlans } = await personalDatabase()
  const { run = '' } = (await keptVideos.get(FILE)) ?? {}
  const here = await segmentNames({ userId: 1, fileId: FILE, run })
  const pieces = (await keptPlans.get(run))?.pieces ?? []
  return pieces.filter(({ name }) => !here.has(name)).map(({ from }) => from)
}

test('does not request pieces again that arrive while a film is handed to the browser', async () => {
  const registrations = installBackgroundFetch()
  const upTo = async (last: string) => {
    const leaving = new AbortController()
    films.before = (path) => {
      if (path.endsWith(last)) leaving.abort()
      return undefined
    }
    await fetchDownloads(leaving.signal, { warm }).catch(() => undefined)
  }
  const storage = { estimate: async () => ({ usage: 0, quota: 1_000_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  try {
    await addDownload(DOWNLOAD)
    await upTo('720/1.m4s')
    // The storage estimate takes its time, and the page is still downloading meanwhile.
    const tell = storage.estimate
    storage.estimate = async () => {
      storage.estimate = tell
      await upTo('audio/1.m4s')
      return tell()
    }
    const before = await missing()
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    const [registration] = registrations.values()
    const after = await missing()
    expect(after.length).toBeLessThan(before.length)
    expect(registration?.requests.map(({ url }) => after.find((from) => url.endsWith(from)))).toEqual(after)
    if (registration) await collectBackgroundFetch(registration)
    await expectComplete()
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    Reflect.deleteProperty(navigator, 'storage')
  }
})

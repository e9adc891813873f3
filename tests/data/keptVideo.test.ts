import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import type { KeptVideo } from '#data/database/downloadRows.ts'
import { personal } from '#data/database/personal.ts'
import { closePersonal } from '#data/database/personalDatabase.ts'
import { keptAddress, piecesOf, sweepBytes } from '#data/database/segmentCache.ts'
import { beginSession } from '#data/database/session.ts'
import { handOver, takeBack, takeIn } from '#data/downloads/backgroundDownload.ts'
import { type Keeper, startKeeper } from '#data/downloads/downloadManager.ts'
import { keptNow, watchKept } from '#data/downloads/downloadStore.ts'
import {
  clearDownloads,
  deleteVideo,
  downloadsSize,
  keepVideo,
  localSource,
  pauseVideo,
  resumeVideo,
} from '#data/downloads/downloads.ts'
import { fetchKept } from '#data/downloads/fetchDownloads.ts'
import { checkKept } from '#data/downloads/permissionCheck.ts'
import { answerKept } from '#data/downloads/serveDownload.ts'
import { setWifiOnly, tellsWifi, wantsWifiOnly, wifiState } from '#data/downloads/wifiOnly.ts'
import { fileSilence } from '#data/network/fetchFile.ts'
import type { BackgroundRegistration } from '#data/platform/backgroundFetch.ts'
import { clock } from '#data/platform/clock.ts'
import { clearDevice } from '#data/session/clearDevice.ts'
import { signOut } from '#data/session/signOut.ts'
import { someCaches, type TestCaches } from '#tests/harness/caches.ts'
import { CARD, FILE, type Films, filmBytes, someFilms } from '#tests/harness/films.ts'
import { someLocks } from '#tests/harness/locks.ts'

let films: Films
let kept: TestCaches
const realNow = clock.now
const WISH = { fileId: FILE, title: CARD, season: null, episode: null, episodeId: null, quality: 720 }
const PIECES = ['0-0.mp4', '0-1.m4s', '0-4.m4s', '1-0.mp4', '1-4.m4s', 'words0.vtt', 'thumbnails.jpg']
/** So many pieces there are of it, each of 2,000 bytes: one more than the server counts. */
const PLANNED = 12
const warm = async () => undefined

beforeEach(async () => {
  films = someFilms()
  kept = someCaches()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: someLocks() })
  await signIn(1)
})
afterEach(async () => {
  vi.restoreAllMocks()
  clock.now = realNow
  Object.assign(fileSilence, { most: 20_000 })
  films.restore()
  kept.restore()
  Reflect.deleteProperty(navigator, 'locks')
  closePersonal()
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

/** On a busy machine a pass takes its time. */
const PATIENCE = { timeout: 10_000 }
const never = () => new AbortController().signal
/** Passes until nothing waits, with all waits over at once. */
async function fetched(most = 30) {
  for (let passes = 0; passes < most; passes++) {
    if ((await fetchKept(never(), { warm })) === undefined) return
    await (await personal()).keptVideos.toCollection().modify({ nextAt: 0 })
  }
}
async function row(): Promise<KeptVideo | undefined> {
  return (await personal()).keptVideos.get(FILE)
}
const ask = (name: string, range: string | null = null) =>
  answerKept(new URL(keptAddress(FILE, name), location.href), range)
const media = (name: string) => films.asked.filter((one) => one === name).length
const cut = () => {
  throw new TypeError('Failed to fetch')
}
/** What a player would play: every byte of it, of one version and no other. */
async function expectWhole(mark = 'a') {
  expect(await row()).toMatchObject({ state: 'kept', why: undefined, version: mark })
  const master = await (await ask('master.m3u8')).text()
  expect(master).toContain('video.m3u8')
  expect(master).not.toContain('360')
  const files = filmBytes(mark)
  const named = { '0-0.mp4': '720/init.mp4', '0-3.m4s': '720/2.m4s', '1-4.m4s': 'audio/3.m4s', 'words0.vtt': 'fa.vtt' }
  for (const [name, from] of Object.entries({ ...named, 'thumbnails.jpg': 'thumbnails.jpg' })) {
    const answer = await ask(name)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(new TextDecoder().decode(files.get(from)))
  }
  expect(Object.keys(kept.all()).filter((name) => name.startsWith('parde-video-'))).toHaveLength(1)
}

test('a film is kept whole in the chosen quality, counted, and plays without a network from addresses of this device', async () => {
  await keepVideo(WISH)
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'fetching' })
  expect((await ask('master.m3u8')).status).toBe(403)
  await fetched()
  films.before = cut
  await expectWhole()
  expect(await row()).toMatchObject({ size: 22_000, bytes: 22_000 })
  expect(await downloadsSize()).toBe(22_000)
  const source = await localSource('tt0000007', FILE)
  if (!source?.playable) throw new Error('it does not play')
  expect(source.watch.stream).toMatchObject({
    master: new URL(keptAddress(FILE, 'master.m3u8'), location.href).href,
    subtitles: [{ lang: 'fa', url: new URL(keptAddress(FILE, 'words0.vtt'), location.href).href }],
    thumbnails: new URL(keptAddress(FILE, 'thumbnails.vtt'), location.href).href,
    durationSeconds: 16,
  })
  // Another file of the same film, or the film itself: what is here plays.
  expect(await localSource('tt0000007', 7)).toMatchObject({ playable: true })
  expect(await localSource('tt0000008', FILE)).toBeUndefined()
  expect(films.asked.filter((name) => name.startsWith('360'))).toEqual([])
})

test('parts are given by range, as Safari asks for them; what is outside is refused, nonsense gets all', async () => {
  await keepVideo(WISH)
  await fetched()
  const some = await ask('0-1.m4s', 'bytes=10-19')
  expect([some.status, some.headers.get('Content-Range'), (await some.blob()).size]).toEqual([
    206,
    'bytes 10-19/2000',
    10,
  ])
  expect((await ask('0-1.m4s', 'bytes=-5')).headers.get('Content-Range')).toBe('bytes 1995-1999/2000')
  expect((await ask('0-1.m4s', 'bytes=1990-')).headers.get('Content-Length')).toBe('10')
  expect((await ask('0-1.m4s', 'bytes=2000-')).status).toBe(416)
  expect((await ask('0-1.m4s', 'lines=1-2')).status).toBe(200)
  expect((await ask('no-such.m4s')).status).toBe(404)
  expect((await answerKept(new URL('/kept/8/0-1.m4s', location.href), null)).status).toBe(404)
})

/** Everything that leaves the page: requests, writes of bytes, writes of rows. After so many of them the page is dead. */
function dieAfter(steps: number) {
  let left = steps
  const step = () => {
    if (left-- <= 0) throw new DOMException('the page is gone', 'AbortError')
  }
  films.before = () => {
    step()
    return undefined
  }
  kept.before = step
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
      kept.before = () => undefined
      closePersonal()
    },
  }
}

test('killed at every boundary it goes on where it was: nothing half is ever played, nothing whole is fetched twice', async () => {
  let steps = 0
  // Each of the first, where plan and rows are made; then pieces follow that are all alike.
  for (let isThrough = false; !isThrough; steps += steps < 20 ? 1 : 4) {
    await keepVideo(WISH)
    const death = dieAfter(steps)
    await fetchKept(never(), { warm }).catch(() => undefined)
    isThrough = !death.hasDied()
    death.restart()
    const { state } = (await row()) ?? {}
    expect(['wanted', 'kept']).toContain(state)
    if (state !== 'kept') expect((await ask('0-0.mp4')).status).toBe(403)
    const before = new Set(Object.values(kept.all()).flat())
    films.asked.length = 0
    await (await personal()).keptVideos.toCollection().modify({ nextAt: 0 })
    await fetched()
    await expectWhole()
    if (before.has(keptAddress(FILE, '0-1.m4s'))) expect(media('720/0.m4s')).toBe(0)
    await deleteVideo(FILE)
    expect(kept.all()).toEqual({})
  }
  expect(steps).toBeGreaterThan(30)
}, 60_000)

test('killed while it is being deleted, the next start finishes that; bytes without a row are swept', async () => {
  await keepVideo(WISH)
  await fetched()
  const death = dieAfter(1)
  await deleteVideo(FILE).catch(() => undefined)
  death.restart()
  expect(await row()).toMatchObject({ state: 'leaving' })
  expect(await localSource('tt0000007', FILE)).toBeUndefined()
  await fetched()
  expect(await row()).toBeUndefined()
  expect(kept.all()).toEqual({})
  for (const name of ['parde-video-1-5-x', 'parde-video-2-5-x', 'other']) await caches.open(name)
  await sweepBytes(await personal())
  expect(Object.keys(kept.all())).toEqual(['other'])
})

test('a connection that breaks in a piece: the rest alone is asked for; a piece that comes cut or empty is never kept', async () => {
  await keepVideo(WISH)
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
  await fetched()
  await expectWhole()
  expect(ranges).toEqual([null, 'bytes=700-'])

  await deleteVideo(FILE)
  await keepVideo(WISH)
  let times = 0
  films.before = (path) => {
    if (!path.endsWith('720/2.m4s') || ++times > 4) return undefined
    const bytes = times % 2 === 0 ? new Uint8Array() : films.bytes.get('720/2.m4s')?.slice(0, 900)
    return new Response(bytes ?? null, { headers: { 'Content-Length': times % 2 === 0 ? '0' : '2000' } })
  }
  await fetched()
  await expectWhole()
})

test('what is never right is given up in the end and said; the person may try again', async () => {
  await keepVideo(WISH)
  films.before = (path) => (path.endsWith('720/2.m4s') ? new Response('') : undefined)
  await fetched()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
  films.before = (path) => (path.endsWith('master.m3u8') ? new Response('<html>sign in to the café</html>') : undefined)
  await deleteVideo(FILE)
  await keepVideo(WISH)
  await fetched()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
  films.before = () => undefined
  await resumeVideo(FILE)
  await fetched()
  await expectWhole()
})

test('without a network it waits without end; a silent server is given up in time, and a slow one is not', async () => {
  await keepVideo(WISH)
  films.before = cut
  // With the shortest of waits one would be made again in the same going through.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await fetched(20)
  expect(await row()).toMatchObject({ state: 'wanted', attempts: 20 })
  Object.assign(fileSilence, { most: 20 })
  films.before = (path) => {
    if (!path.endsWith('720/1.m4s')) return undefined
    return new Promise<Response>(() => undefined)
  }
  const silent = fetchKept(never(), { warm })
  films.before = () => undefined
  await silent
  await fetched()
  await expectWhole()
})

test('a link that ends mid-way is renewed once for all that wait; a server that ends every link is not asked for ever', async () => {
  await keepVideo(WISH)
  films.before = (path) => {
    if (path.endsWith('720/1.m4s') && films.oldest === 0) films.oldest = 2
    return undefined
  }
  await fetched()
  await expectWhole()
  expect(films.asked.filter((one) => one.startsWith('/api/watch/'))).toHaveLength(2)

  await deleteVideo(FILE)
  await keepVideo(WISH)
  films.oldest = Number.POSITIVE_INFINITY
  await fetched()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'broken' })
})

test('another version on the server mid-way: nothing of the old one is left among the new', async () => {
  await keepVideo(WISH)
  films.before = (path) => {
    if (path.endsWith('720/2.m4s') && films.version === 'a')
      Object.assign(films, { version: 'b', bytes: filmBytes('b') })
    return undefined
  }
  await fetched()
  await expectWhole('b')
})

test('another version of what is here plays on, and is fetched anew when the person wants it', async () => {
  await keepVideo(WISH)
  await fetched()
  Object.assign(films, { version: 'b', bytes: filmBytes('b') })
  await checkKept(await personal(), { force: true, signal: never() })
  expect(await row()).toMatchObject({ outdated: true })
  await expectWhole('a')
  await keepVideo(WISH)
  await fetched()
  await fetchKept(never(), { warm })
  await sweepBytes(await personal())
  await expectWhole('b')
})

test('a full device: it stops and says so, keeps what it has, and goes on when there is room', async () => {
  await keepVideo(WISH)
  kept.room = 9_000
  await fetched()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'full' })
  const here = Object.values(kept.all()).flat().length
  expect(here).toBeGreaterThan(4)
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'full' })
  kept.room = Number.POSITIVE_INFINITY
  films.asked.length = 0
  await resumeVideo(FILE)
  await fetched()
  await expectWhole()
  expect(films.asked.length).toBeLessThan(PIECES.length * 2 + 4)
})

test('no room from the start: nothing is fetched', async () => {
  const storage = { estimate: async () => ({ usage: 950_000_000, quota: 1_000_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  await keepVideo(WISH)
  await fetched()
  Reflect.deleteProperty(navigator, 'storage')
  expect(await row()).toMatchObject({ state: 'stopped', why: 'full' })
  expect(kept.all()).toEqual({})
})

test('paused it rests, whoever drains; the second of two tabs goes on when the first dies, and nothing comes twice', async () => {
  await keepVideo(WISH)
  await pauseVideo(FILE)
  await fetched()
  expect(films.asked).toEqual([])
  await resumeVideo(FILE)
  await Promise.all([fetchKept(never(), { warm }), fetchKept(never(), { warm }), fetchKept(never(), { warm })])
  await expectWhole()
  for (const name of ['720/init.mp4', '720/3.m4s', 'audio/2.m4s', 'fa.vtt']) expect(media(name)).toBe(1)

  await deleteVideo(FILE)
  await keepVideo(WISH)
  films.asked.length = 0
  const first = new AbortController()
  films.before = (path) => {
    if (path.endsWith('720/2.m4s')) first.abort()
    return undefined
  }
  const passes = [fetchKept(first.signal, { warm }), fetchKept(never(), { warm })]
  await Promise.allSettled(passes)
  await fetched()
  await expectWhole()
  expect(media('720/init.mp4')).toBe(1)
})

test('however many look at what is kept, one asks; what has not changed stays what it was, and a guest is told from a person', async () => {
  await keepVideo(WISH)
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const asked = () => reads.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'keptVideos').length
  const ends = Array.from({ length: 100 }, () => watchKept(() => undefined))
  const videos = () => {
    const now = keptNow()
    return now === 'guest' ? [] : (now ?? [])
  }
  try {
    await expect.poll(videos).toMatchObject([{ fileId: FILE, refusal: 'fetching' }])
    const [first] = videos()
    await keepVideo({ ...WISH, fileId: FILE + 1 })
    await expect.poll(() => videos().length).toBe(2)
    expect(videos().find(({ fileId }) => fileId === FILE)).toBe(first)
    expect(asked()).toBeLessThan(10)
    await pauseVideo(FILE)
    await expect.poll(() => videos().find(({ fileId }) => fileId === FILE)?.state).toBe('paused')
    films.before = cut
    await signOut({ keep: true })
    await expect.poll(keptNow).toBe('guest')
  } finally {
    for (const end of ends) end()
  }
  expect(keptNow()).toBeUndefined()
})

/** The browser's word on its network, which no test's environment has. */
function aNetwork(type: string) {
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

test('over Wi-Fi alone: nothing comes over another network nor is left to the browser, a change of network ends what is on its way, and Wi-Fi brings the rest', async () => {
  expect([tellsWifi(), await wantsWifiOnly()]).toEqual([false, false])
  const network = aNetwork('cellular')
  const works = aBrowserThatGoesOn()
  let keeper: Keeper | undefined
  try {
    expect(await wantsWifiOnly()).toBe(false)
    // Data are to be spared: so are they here, until the person says otherwise.
    network.spare()
    expect((await wifiState()).waits).toBe(true)
    await setWifiOnly(false)
    expect((await wifiState()).waits).toBe(false)
    await device.meta.put({ key: 'filmsOverWifiOnly', value: 'nonsense' })
    expect((await wifiState()).waits).toBe(true)
    await setWifiOnly(true)

    await keepVideo(WISH)
    await fetched()
    await handOver(await personal(), never())
    expect([films.asked, works.size]).toEqual([[], 0])
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
    keeper = startKeeper()
    network.turn('wifi')
    await expect.poll(() => isCut, PATIENCE).toBe(true)
    expect(await row()).toMatchObject({ state: 'wanted', why: undefined })
    films.before = () => undefined
    films.asked.length = 0
    network.turn('ethernet')
    await expect.poll(async () => (await row())?.state, PATIENCE).toBe('kept')
    expect(media('720/init.mp4')).toBe(0)
  } finally {
    keeper?.stop()
    network.restore()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

test('paused and deleted mid-way: what was on its way leaves nothing behind', async () => {
  await keepVideo(WISH)
  let wish: Promise<void> | undefined
  films.before = (path) => {
    if (path.endsWith('720/2.m4s')) wish ??= pauseVideo(FILE)
    return undefined
  }
  await fetched()
  await wish
  expect(await row()).toMatchObject({ state: 'paused' })
  wish = undefined
  films.before = (path) => {
    if (path.endsWith('thumbnails.jpg')) wish ??= deleteVideo(FILE)
    return undefined
  }
  await resumeVideo(FILE)
  await fetched()
  await wish
  await sweepBytes(await personal())
  expect(await row()).toBeUndefined()
  expect(kept.all()).toEqual({})
})

test('permission: it ends by the server’s clock, a clock set back gains nothing, and asking again opens it', async () => {
  await keepVideo(WISH)
  await fetched()
  clock.now = () => realNow() + 2 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  expect((await ask('0-1.m4s')).status).toBe(403)
  clock.now = realNow
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  closePersonal()
  clock.now = () => realNow() - 30 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  clock.now = realNow
  await checkKept(await personal(), { force: true, signal: never() })
  await expectWhole()
})

test('permission: what the server no longer allows stops playing in its words; withdrawn it is gone, paid for again it plays', async () => {
  await keepVideo(WISH)
  await fetched()
  films.needs = 'premium'
  films.before = cut
  await checkKept(await personal(), { force: true, signal: never() }).catch(() => undefined)
  await expectWhole()
  films.before = () => undefined
  await checkKept(await personal(), { force: true, signal: never() })
  expect(await localSource('tt0000007', FILE)).toMatchObject({ why: 'premium', message: 'اشتراک می‌خواهد' })
  expect((await ask('0-1.m4s')).status).toBe(403)
  films.needs = null
  await checkKept(await personal(), { signal: never() })
  expect(await row()).toMatchObject({ why: 'premium' })
  clock.now = () => realNow() + 3_700_000
  await checkKept(await personal(), { signal: never() })
  await expectWhole()
  films.isGone = true
  await checkKept(await personal(), { force: true, signal: never() })
  expect(await row()).toMatchObject({ state: 'stopped', why: 'withdrawn', message: 'دیگر نیست', bytes: 0 })
  expect(kept.all()).toEqual({})
})

test('a wish that needs premium waits for it; a session that has ended is asked for', async () => {
  films.needs = 'premium'
  await keepVideo(WISH)
  await fetched()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'premium' })
  films.needs = null
  await checkKept(await personal(), { force: true, signal: never() })
  await fetched()
  await expectWhole()
})

test('it is one person’s: signed out nothing is left, another does not get it, and the device can be cleared', async () => {
  await keepVideo(WISH)
  await fetched()
  await signIn(2)
  expect((await ask('0-1.m4s')).status).toBe(404)
  expect(await localSource('tt0000007', FILE)).toBeUndefined()
  await sweepBytes(await personal())
  await signIn(1)
  await expectWhole()
  films.before = cut
  await signOut({ keep: true })
  expect(kept.all()).toEqual({})
  films.before = () => undefined
  await signIn(1)
  expect(await row()).toBeUndefined()
  await keepVideo(WISH)
  await fetched()
  await clearDownloads()
  expect([await row(), kept.all()]).toEqual([undefined, {}])
  await keepVideo(WISH)
  await fetched()
  await clearDevice()
  expect(kept.all()).toEqual({})
})

class Work extends EventTarget implements BackgroundRegistration {
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

  /** What comes beyond what was told of fails. */
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

/** The browser's Background Fetch, which no test's environment has: it fetches what it was given when the test says so. */
function aBrowserThatGoesOn({ mayNot = false } = {}) {
  const works = new Map<string, Work>()
  const backgroundFetch = {
    async fetch(id: string, requests: Request[], { downloadTotal }: { downloadTotal: number }) {
      if (mayNot) throw new TypeError('This origin does not have permission to start a fetch.')
      const work = new Work(id, requests, downloadTotal, () => works.delete(id))
      works.set(id, work)
      return work
    },
    get: async (id: string) => works.get(id),
    getIds: async () => [...works.keys()],
  }
  const serviceWorker = { getRegistration: async () => ({ backgroundFetch }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return works
}

test('who leaves: the browser goes on; what it brought whole is taken in, the rest is fetched by the next visit', async () => {
  const works = aBrowserThatGoesOn()
  try {
    await keepVideo(WISH)
    const leaving = new AbortController()
    films.before = (path) => {
      if (path.endsWith('720/1.m4s')) leaving.abort()
      return undefined
    }
    await fetchKept(leaving.signal, { warm }).catch(() => undefined)
    films.before = () => undefined
    // The screen counts what is half here; it comes anew.
    const { bytes = 0 } = (await row()) ?? {}
    await (await personal()).keptVideos.update(FILE, { bytes: bytes + 1_500 })
    await handOver(await personal(), never())
    const [work] = works.values()
    if (!work) throw new Error('nothing was handed over')
    expect(await row()).toMatchObject({ state: 'wanted', background: work.id })
    expect(work.downloadTotal).toBeGreaterThanOrEqual(work.requests.length * 2_000)
    // Whoever comes back meanwhile sees how far it is.
    await takeBack(await personal())
    work.downloaded = 3_000
    work.dispatchEvent(new Event('progress'))
    const here = 2_000 * (PLANNED - work.requests.length)
    await expect.poll(async () => (await row())?.bytes).toBe(here + 3_000)
    work.downloaded = 0
    // While it is the browser's, nobody else fetches it.
    films.asked.length = 0
    await fetched()
    expect(films.asked).toEqual([])

    films.before = (path) => (path.endsWith('720/2.m4s') ? new Response('') : undefined)
    await takeIn(work)
    expect(await row()).toMatchObject({ state: 'wanted', background: undefined })
    expect((await ask('0-1.m4s')).status).toBe(403)
    films.before = () => undefined
    films.asked.length = 0
    await fetched()
    await expectWhole()
    expect(films.asked.filter((name) => name.endsWith('.m4s'))).toEqual(['720/2.m4s'])

    await deleteVideo(FILE)
    await keepVideo(WISH)
    films.before = (path) => (path.endsWith('720/init.mp4') ? cut() : undefined)
    await fetchKept(never(), { warm })
    films.before = () => undefined
    // One file under two names, as subtitles are that a playlist names as well: fetched once, and there under both.
    const { run = '' } = (await row()) ?? {}
    const plans = (await personal()).keptPlans
    const pieces = [...((await plans.get(run))?.pieces ?? []), { name: '2-0.vtt', from: 'fa.vtt' }]
    await plans.update(run, { pieces })
    films.asked.length = 0
    await handOver(await personal(), never())
    const [second] = works.values()
    if (second) await takeIn(second)
    await expectWhole()
    expect(media('fa.vtt')).toBe(1)
    expect((await ask('2-0.vtt')).status).toBe(200)
    await deleteVideo(FILE)

    // Paused, it is called off; what the browser has forgotten is ours again.
    await keepVideo(WISH)
    films.before = (path) => (path.endsWith('720/init.mp4') ? cut() : undefined)
    await fetchKept(never(), { warm })
    films.before = () => undefined
    works.clear()
    await handOver(await personal(), never())
    await pauseVideo(FILE)
    expect(works.size).toBe(0)
    await resumeVideo(FILE)
    await handOver(await personal(), never())
    works.clear()
    await takeBack(await personal())
    await fetched()
    await expectWhole()
    await deleteVideo(FILE)

    // A browser that may not leaves it to the page.
    aBrowserThatGoesOn({ mayNot: true })
    await keepVideo(WISH)
    films.before = (path) => (path.endsWith('720/init.mp4') ? cut() : undefined)
    await fetchKept(never(), { warm })
    films.before = () => undefined
    await handOver(await personal(), never())
    await fetched()
    await expectWhole()
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

/** What of the film's plan is not in its place, by where it comes from. */
async function missing(): Promise<string[]> {
  const { keptVideos, keptPlans } = await personal()
  const { run = '' } = (await keptVideos.get(FILE)) ?? {}
  const here = await piecesOf({ userId: 1, fileId: FILE, run })
  const pieces = (await keptPlans.get(run))?.pieces ?? []
  return pieces.filter(({ name }) => !here.has(name)).map(({ from }) => from)
}

test('what comes while a film is handed to the browser is not asked for again', async () => {
  const works = aBrowserThatGoesOn()
  const upTo = async (last: string) => {
    const leaving = new AbortController()
    films.before = (path) => {
      if (path.endsWith(last)) leaving.abort()
      return undefined
    }
    await fetchKept(leaving.signal, { warm }).catch(() => undefined)
  }
  const storage = { estimate: async () => ({ usage: 0, quota: 1_000_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  try {
    await keepVideo(WISH)
    await upTo('720/1.m4s')
    // The browser takes its time to tell what room there is, and the page is still at it.
    const tell = storage.estimate
    storage.estimate = async () => {
      storage.estimate = tell
      await upTo('audio/1.m4s')
      return tell()
    }
    const before = await missing()
    await handOver(await personal(), never())
    const [work] = works.values()
    const after = await missing()
    expect(after.length).toBeLessThan(before.length)
    expect(work?.requests.map(({ url }) => after.find((from) => url.endsWith(from)))).toEqual(after)
    if (work) await takeIn(work)
    await expectWhole()
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    Reflect.deleteProperty(navigator, 'storage')
  }
})

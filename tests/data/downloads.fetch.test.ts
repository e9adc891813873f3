import { expect, test, vi } from 'vitest'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { deleteOrphanedSegments, segmentPath } from '#data/database/segmentCache.ts'
import { storeDownloadLimit } from '#data/downloads/downloadLimit.ts'
import { newDownload } from '#data/downloads/downloadRow.ts'
import {
  addDownload,
  deleteDownload,
  downloadsSize,
  localSource,
  pauseDownload,
  resumeDownload,
  setDownloadLimit,
} from '#data/downloads/downloads.ts'
import { fetchDownloads } from '#data/downloads/fetchDownloads.ts'
import { checkPermissions } from '#data/downloads/permissionCheck.ts'
import { serveDownload } from '#data/downloads/serveDownload.ts'
import { fileTimeout } from '#data/network/fetchFile.ts'
import {
  DOWNLOAD,
  expectComplete,
  failNetwork,
  films,
  neverAborted,
  readLocal,
  requestsFor,
  row,
  runAllPasses,
  setUpDownloads,
  testCaches,
  warm,
} from '#tests/harness/fixtures/downloadDevice.ts'
import { FILE, filmBytes } from '#tests/harness/network/fakeFilmServer.ts'

setUpDownloads()

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
  if (!source?.playable) throw new Error('not playable')
  expect(source.watch.quality).toBeNull()
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

test('downloads every audio track of a film and plays each of them offline', async () => {
  const master = new TextDecoder().decode(films.bytes.get('master.m3u8'))
  const french =
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="فرانسوی",DEFAULT=NO,AUTOSELECT=NO,URI="audio-other1/index.m3u8"\n'
  films.bytes.set('master.m3u8', new TextEncoder().encode(master.replace('#EXT-X-STREAM', `${french}#EXT-X-STREAM`)))
  for (const [name, bytes] of [...films.bytes])
    if (name.startsWith('audio/')) films.bytes.set(name.replace('audio', 'audio-other1'), bytes)
  await addDownload(DOWNLOAD)
  await runAllPasses()
  films.before = failNetwork
  await expectComplete()
  expect(await (await readLocal('master.m3u8')).text()).toContain(french.replace('audio-other1/index', 'side2'))
  expect((await readLocal('side2.m3u8')).status).toBe(200)
  expect(await (await readLocal('2-4.m4s')).text()).toBe(await (await readLocal('1-4.m4s')).text())
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
  const storePrototype: Record<string, (...args: never[]) => unknown> = IDBObjectStore.prototype as never
  const realWrites = (['put', 'add', 'delete'] as const).map((write) => [write, storePrototype[write]] as const)
  for (const [write, real] of realWrites) {
    storePrototype[write] = function (this: IDBObjectStore, ...args) {
      step()
      return real?.apply(this, args)
    }
  }
  return {
    hasDied: () => left < 0,
    restart() {
      for (const [write, real] of realWrites) if (real) storePrototype[write] = real
      films.before = () => undefined
      testCaches.before = () => undefined
      closePersonalDatabases()
    },
  }
}

test('resumes after a crash at any step without playing a partial film or fetching a piece twice', async () => {
  let steps = 0
  // Covers each of the first steps, which create the plan and the rows; later steps are all pieces and alike.
  for (let isFinished = false; !isFinished; steps += steps < 20 ? 1 : 4) {
    await addDownload(DOWNLOAD)
    const crash = crashAfter(steps)
    await fetchDownloads(neverAborted(), { loadPlayer: warm }).catch(() => undefined)
    isFinished = !crash.hasDied()
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

test('waits while a captive portal answers with pages, and stores none of them as a piece', async () => {
  await addDownload(DOWNLOAD)
  const portal = () => new Response('<p>Wi-Fi</p>', { headers: { 'Content-Type': 'text/html' } })
  films.before = (path) => (path.endsWith('720/2.m4s') ? portal() : undefined)
  await fetchDownloads(neverAborted(), { loadPlayer: warm })
  expect(await row()).toMatchObject({ state: 'wanted' })
  films.before = () => undefined
  await runAllPasses()
  await expectComplete()
})

test('stops reading a piece that is larger than the whole download', async () => {
  await addDownload(DOWNLOAD)
  let sent = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(to) {
          sent += 1_000_000
          to.enqueue(new Uint8Array(1_000_000))
        },
      }),
    )
  films.before = (path) => (path.endsWith('720/2.m4s') ? endless() : undefined)
  await fetchDownloads(neverAborted(), { loadPlayer: warm })
  expect(sent).toBeLessThan(30_000_000)
  expect(await row()).toMatchObject({ state: 'wanted' })
  films.before = () => undefined
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
  Object.assign(fileTimeout, { ms: 20 })
  films.before = (path) => {
    if (!path.endsWith('720/1.m4s')) return undefined
    return new Promise<Response>(() => undefined)
  }
  const silent = fetchDownloads(neverAborted(), { loadPlayer: warm })
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
  await fetchDownloads(neverAborted(), { loadPlayer: warm })
  await deleteOrphanedSegments(await personalDatabase())
  await expectComplete('b')
})

test('stops with a reason beyond the limit, and continues when the limit is raised or another download deleted', async () => {
  await setDownloadLimit(20_000)
  await addDownload(DOWNLOAD)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'limit', bytes: 0 })
  await setDownloadLimit(30_000)
  await runAllPasses()
  await expectComplete()

  // The first one takes 22,000 bytes of the 30,000.
  const other = FILE + 1
  const { keptVideos } = await personalDatabase()
  await keptVideos.add({ ...newDownload({ ...DOWNLOAD, fileId: other }), createdAt: 0 })
  await runAllPasses()
  expect(await keptVideos.get(other)).toMatchObject({ state: 'stopped', why: 'limit' })
  await deleteDownload(FILE)
  const { state, why } = (await keptVideos.get(other)) ?? {}
  expect([state, why]).toEqual(['wanted', undefined])
  await setDownloadLimit(undefined)
})

test('continues at the next start when the tab that raised the limit died before it continued its downloads', async () => {
  await setDownloadLimit(20_000)
  await addDownload(DOWNLOAD)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'limit' })
  // The first of the two databases that `setDownloadLimit` writes to.
  await storeDownloadLimit(21_999)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'limit' })
  await storeDownloadLimit(30_000)
  await runAllPasses()
  await expectComplete()
  await setDownloadLimit(undefined)
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
  // Stored pieces are not requested again.
  expect(films.asked.length).toBeLessThan(18)
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
    fetchDownloads(neverAborted(), { loadPlayer: warm }),
    fetchDownloads(neverAborted(), { loadPlayer: warm }),
    fetchDownloads(neverAborted(), { loadPlayer: warm }),
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
  const passes = [
    fetchDownloads(first.signal, { loadPlayer: warm }),
    fetchDownloads(neverAborted(), { loadPlayer: warm }),
  ]
  await Promise.allSettled(passes)
  await runAllPasses()
  await expectComplete()
  expect(requestsFor('720/init.mp4')).toBe(1)
})

test('leaves no bytes behind when a running download is paused or deleted', async () => {
  await addDownload(DOWNLOAD)
  let action: Promise<void> | undefined
  films.before = (path) => {
    if (path.endsWith('720/2.m4s')) action ??= pauseDownload(FILE)
    return undefined
  }
  await runAllPasses()
  await action
  expect(await row()).toMatchObject({ state: 'paused' })
  action = undefined
  films.before = (path) => {
    if (path.endsWith('thumbnails.jpg')) action ??= deleteDownload(FILE)
    return undefined
  }
  await resumeDownload(FILE)
  await runAllPasses()
  await action
  await deleteOrphanedSegments(await personalDatabase())
  expect(await row()).toBeUndefined()
  expect(testCaches.all()).toEqual({})
})

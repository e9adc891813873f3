import { expect, test, vi } from 'vitest'
import { personalDatabase } from '#data/database/personal.ts'
import { collectBackgroundFetch, startBackgroundFetches } from '#data/downloads/backgroundDownload.ts'
import { startDownloadManager } from '#data/downloads/downloadManager.ts'
import { addDownload, deleteDownload, pauseDownload } from '#data/downloads/downloads.ts'
import { fetchDownloads } from '#data/downloads/fetchDownloads.ts'
import { runsWithPartialSegments } from '#data/downloads/partialSegments.ts'
import { signOut } from '#data/session/signOut.ts'
import { installBackgroundFetch } from '#tests/harness/browser/backgroundFetch.ts'
import {
  DOWNLOAD,
  expectComplete,
  films,
  neverAborted,
  readLocal,
  row,
  runAllPasses,
  SLOW,
  setUpDownloads,
  testCaches,
  warm,
} from '#tests/harness/fixtures/downloadDevice.ts'
import { FILE } from '#tests/harness/network/fakeFilmServer.ts'

setUpDownloads()

/** Downloads that come and go; `npm run test:year` fetches 5,000 segments. */
const DOWNLOADS = Math.ceil(500 * Number(process.env.YEAR ?? 0.01))
vi.setConfig({ testTimeout: 30_000 + DOWNLOADS * 5_000 })

const filmCaches = () => Object.keys(testCaches.all()).filter((name) => name.startsWith('parde-video-'))

/** Fetches until the connection breaks inside a segment. */
async function fetchPart() {
  await addDownload(DOWNLOAD)
  films.before = (path) =>
    path.endsWith('720/2.m4s')
      ? new Response('part', { status: 200, headers: { 'Content-Length': '2000', ETag: '"a"' } })
      : undefined
  await fetchDownloads(neverAborted(), { loadPlayer: warm })
  films.before = () => undefined
  expect(runsWithPartialSegments()).toHaveLength(1)
  expect(filmCaches()).toHaveLength(1)
}

test.each(['complete', 'partial', 'paused'])('sign-out leaves nothing of a %s download', async (state) => {
  if (state === 'complete') {
    await addDownload(DOWNLOAD)
    await runAllPasses()
    await expectComplete()
  } else await fetchPart()
  if (state === 'paused') await pauseDownload(FILE)
  await signOut({ keepData: false })
  expect(filmCaches()).toEqual([])
  expect((await readLocal('0-0.mp4')).status).toBe(404)
})

test('a page forgets the received part of a segment when its user signs out', async () => {
  const manager = startDownloadManager()
  try {
    films.before = (path) =>
      path.endsWith('720/2.m4s')
        ? new Response('part', { headers: { 'Content-Length': '2000', ETag: '"a"' } })
        : undefined
    await addDownload(DOWNLOAD)
    await expect.poll(runsWithPartialSegments, SLOW).toHaveLength(1)
    await signOut({ keepData: false })
    await expect.poll(runsWithPartialSegments, SLOW).toEqual([])
    expect(filmCaches()).toEqual([])
  } finally {
    manager.stop()
  }
})

test.each([
  ['signs out', () => signOut({ keepData: false })],
  ['deletes the download', () => deleteDownload(FILE)],
])('the worker leaves no bytes when the user %s while it stores a background fetch', async (_, leave) => {
  const registrations = installBackgroundFetch()
  try {
    await fetchPart()
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    const [registration] = registrations.values()
    if (!registration) throw new Error('no background fetch')
    expect((await row())?.background).toBe(registration.id)
    let isLeft = false
    films.before = async () => {
      if (!isLeft) {
        isLeft = true
        await leave()
      }
      return new Response(new Uint8Array(2_000))
    }
    await collectBackgroundFetch(registration).catch(() => undefined)
    expect(isLeft).toBe(true)
    expect(filmCaches()).toEqual([])
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

test(`${DOWNLOADS} downloads that come and go leave no cache, row, plan or part`, async () => {
  for (let count = 0; count < DOWNLOADS; count++) {
    await addDownload(DOWNLOAD)
    await runAllPasses()
    await deleteDownload(FILE)
  }
  const { keptVideos, keptPlans } = await personalDatabase()
  await runAllPasses()
  expect([await keptVideos.count(), await keptPlans.count(), filmCaches(), runsWithPartialSegments()]).toEqual([
    0,
    0,
    [],
    [],
  ])
})

import { expect, test } from 'vitest'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { segmentNames } from '#data/database/segmentCache.ts'
import {
  collectBackgroundFetch,
  reclaimBackgroundFetches,
  startBackgroundFetches,
} from '#data/downloads/backgroundDownload.ts'
import { downloadConditions, setCondition } from '#data/downloads/conditions.ts'
import { type DownloadManager, startDownloadManager } from '#data/downloads/downloadManager.ts'
import { addDownload, deleteDownload, pauseDownload, resumeDownload } from '#data/downloads/downloads.ts'
import { fetchDownloads } from '#data/downloads/fetchDownloads.ts'
import { runsWithPartialSegments } from '#data/downloads/partialSegments.ts'
import { installBackgroundFetch } from '#tests/harness/browser/backgroundFetch.ts'
import {
  DOWNLOAD,
  expectComplete,
  failNetwork,
  films,
  neverAborted,
  PIECE_COUNT,
  readLocal,
  requestsFor,
  row,
  runAllPasses,
  SLOW,
  setUpDownloads,
  warm,
} from '#tests/harness/fixtures/downloadDevice.ts'
import { FILE } from '#tests/harness/network/fakeFilmServer.ts'

setUpDownloads()

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
  expect(await downloadConditions()).toEqual({ wifi: undefined, charging: undefined, waitsFor: undefined })
  const network = fakeConnection('cellular')
  const registrations = installBackgroundFetch()
  let manager: DownloadManager | undefined
  try {
    expect(await downloadConditions()).toMatchObject({ wifi: false, waitsFor: undefined })
    // With data saving on, Wi-Fi only is the default until the user chooses otherwise.
    network.spare()
    expect(await downloadConditions()).toMatchObject({ wifi: true, waitsFor: 'wifi' })
    await setCondition('wifi', false)
    expect(await downloadConditions()).toMatchObject({ wifi: false, waitsFor: undefined })
    await device.meta.put({ key: 'filmsOverWifiOnly', value: 'nonsense' })
    expect((await downloadConditions()).waitsFor).toBe('wifi')
    await setCondition('wifi', true)

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
    manager = startDownloadManager()
    network.turn('wifi')
    await expect.poll(() => isCut, SLOW).toBe(true)
    expect(await row()).toMatchObject({ state: 'wanted', why: undefined })
    films.before = () => undefined
    films.asked.length = 0
    network.turn('ethernet')
    await expect.poll(async () => (await row())?.state, SLOW).toBe('kept')
    expect(requestsFor('720/init.mp4')).toBe(0)
  } finally {
    manager?.stop()
    network.restore()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

/** The Battery Status API, which jsdom lacks. */
function fakeBattery(charging: boolean) {
  const battery = Object.assign(new EventTarget(), { charging })
  Object.defineProperty(navigator, 'getBattery', { configurable: true, value: async () => battery })
  return {
    plug(isIn: boolean) {
      battery.charging = isIn
      battery.dispatchEvent(new Event('chargingchange'))
    },
    restore: () => Reflect.deleteProperty(navigator, 'getBattery'),
  }
}

test('downloads only while the device charges when the user chose so, and aborts when it is unplugged', async () => {
  const battery = fakeBattery(false)
  const registrations = installBackgroundFetch()
  let manager: DownloadManager | undefined
  try {
    expect(await downloadConditions()).toEqual({ wifi: undefined, charging: false, waitsFor: undefined })
    await setCondition('charging', true)
    expect(await downloadConditions()).toMatchObject({ charging: true, waitsFor: 'charging' })
    await addDownload(DOWNLOAD)
    await runAllPasses()
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    expect([films.asked, registrations.size]).toEqual([[], 0])

    let isCut = false
    films.before = (path, { signal }) => {
      if (!path.endsWith('720/2.m4s')) return undefined
      battery.plug(false)
      return new Promise<Response>((_, refuse) => {
        signal?.addEventListener('abort', () => {
          isCut = true
          refuse(signal.reason)
        })
      })
    }
    manager = startDownloadManager()
    battery.plug(true)
    await expect.poll(() => isCut, SLOW).toBe(true)
    expect(await row()).toMatchObject({ state: 'wanted', why: undefined })
    films.before = () => undefined
    battery.plug(true)
    await expect.poll(async () => (await row())?.state, SLOW).toBe('kept')
  } finally {
    manager?.stop()
    battery.restore()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

test('hands unfinished downloads to Background Fetch, stores its complete pieces and fetches the others on the next visit', async () => {
  const registrations = installBackgroundFetch()
  try {
    await addDownload(DOWNLOAD)
    const pageHidden = new AbortController()
    films.before = (path) => {
      if (path.endsWith('720/1.m4s')) pageHidden.abort()
      return undefined
    }
    await fetchDownloads(pageHidden.signal, { loadPlayer: warm }).catch(() => undefined)
    films.before = () => undefined
    // The stored count may include a half-received piece, which is fetched again.
    const { bytes = 0 } = (await row()) ?? {}
    await (await personalDatabase()).keptVideos.update(FILE, { bytes: bytes + 1_500 })
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    const [registration] = registrations.values()
    if (!registration) throw new Error('no background fetch')
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
    await fetchDownloads(neverAborted(), { loadPlayer: warm })
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
    await fetchDownloads(neverAborted(), { loadPlayer: warm })
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
    installBackgroundFetch({ isDenied: true })
    await addDownload(DOWNLOAD)
    films.before = (path) => (path.endsWith('720/init.mp4') ? failNetwork() : undefined)
    await fetchDownloads(neverAborted(), { loadPlayer: warm })
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
  const downloadUpTo = async (last: string) => {
    const pageHidden = new AbortController()
    films.before = (path) => {
      if (path.endsWith(last)) pageHidden.abort()
      return undefined
    }
    await fetchDownloads(pageHidden.signal, { loadPlayer: warm }).catch(() => undefined)
  }
  const storage = { estimate: async () => ({ usage: 0, quota: 1_000_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  try {
    await addDownload(DOWNLOAD)
    await downloadUpTo('720/1.m4s')
    // The storage estimate takes its time, and the page is still downloading meanwhile.
    const estimate = storage.estimate
    storage.estimate = async () => {
      storage.estimate = estimate
      await downloadUpTo('audio/1.m4s')
      return estimate()
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

test('hands the other downloads to the browser when the server refuses one of them', async () => {
  const registrations = installBackgroundFetch()
  try {
    await addDownload(DOWNLOAD)
    films.before = (path) => (path.endsWith('720/1.m4s') ? failNetwork() : undefined)
    await fetchDownloads(neverAborted(), { loadPlayer: warm })
    films.before = () => undefined
    const { keptVideos, keptPlans } = await personalDatabase()
    const first = await row()
    const plan = first && (await keptPlans.get(first.run))
    if (!plan) throw new Error('the download has no plan')
    // An older download, whose permission the server refuses.
    let refusals = 0
    films.before = (path) =>
      path.startsWith('/api/watch/') && refusals++ === 0
        ? Response.json({ message: 'not any more' }, { status: 403 })
        : undefined
    await keptVideos.put({ ...first, fileId: 999_999, run: 'refused', createdAt: 0 })
    await keptPlans.put({ ...plan, run: 'refused' })
    await startBackgroundFetches(await personalDatabase(), neverAborted())
    films.before = () => undefined
    expect(registrations.size).toBe(1)
    expect((await row())?.background).toBe([...registrations.keys()][0])
    expect((await keptVideos.get(999_999))?.background).toBeUndefined()
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

test('drops the received part of a segment from memory when its download is deleted, here or in another tab', async () => {
  const cutOff = async () => {
    await addDownload(DOWNLOAD)
    films.before = (path) =>
      path.endsWith('720/2.m4s')
        ? new Response('part', { status: 200, headers: { 'Content-Length': '2000', ETag: '"a"' } })
        : undefined
    await fetchDownloads(neverAborted(), { loadPlayer: warm })
    films.before = () => undefined
    expect(runsWithPartialSegments()).toEqual([(await row())?.run])
  }
  await cutOff()
  await deleteDownload(FILE)
  expect(runsWithPartialSegments()).toEqual([])

  await cutOff()
  const { keptVideos } = await personalDatabase()
  await keptVideos.delete(FILE)
  await fetchDownloads(neverAborted(), { loadPlayer: warm })
  expect(runsWithPartialSegments()).toEqual([])
})

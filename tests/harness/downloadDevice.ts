import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { segmentPath } from '#data/database/segmentCache.ts'
import { beginSession } from '#data/database/session.ts'
import { fetchDownloads } from '#data/downloads/fetchDownloads.ts'
import { serveDownload } from '#data/downloads/serveDownload.ts'
import { fileTimeout } from '#data/network/fetchFile.ts'
import { clock } from '#data/platform/clock.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/fakeCaches.ts'
import { CARD, FILE, type Films, fakeFilmServer, filmBytes } from '#tests/harness/fakeFilmServer.ts'
import { fakeLocks } from '#tests/harness/fakeLocks.ts'

/** The server of one film; replaced for each test. */
export let films: Films
/** Cache Storage of the device; replaced for each test. */
export let testCaches: TestCaches
export const realNow = clock.now
export const DOWNLOAD = { fileId: FILE, title: CARD, season: null, episode: null, episodeId: null, quality: 720 }
/** Pieces of the film, 2,000 bytes each: one more than the server counts. */
export const PIECE_COUNT = 12
/** Loads no player code, unlike the real pass. */
export const warm = async () => undefined

/** Registers the set-up and tear-down of each test: a signed-in user, a server with one film, empty caches and locks. */
export function setUpDownloads() {
  beforeEach(async () => {
    films = fakeFilmServer()
    testCaches = fakeCaches()
    Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() })
    await signIn(1)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    clock.now = realNow
    Object.assign(fileTimeout, { ms: 20_000 })
    films.restore()
    testCaches.restore()
    Reflect.deleteProperty(navigator, 'locks')
    closePersonalDatabases()
    for (const name of await Dexie.getDatabaseNames()) if (name !== device.name) await Dexie.delete(name)
    await Promise.all(device.tables.map((table) => table.clear()))
  })
}

/** Signs a user in without a request. */
export async function signIn(id: number) {
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
export const SLOW = { timeout: 10_000 }

export const neverAborted = () => new AbortController().signal

/** Runs passes without any backoff until every piece is fetched. */
export async function runAllPasses(most = 30) {
  for (let passes = 0; passes < most; passes++) {
    if ((await fetchDownloads(neverAborted(), { loadPlayer: warm })) === undefined) return
    await (await personalDatabase()).keptVideos.toCollection().modify({ nextAt: 0 })
  }
}

/** The download's row in the database. */
export async function row(): Promise<Download | undefined> {
  return (await personalDatabase()).keptVideos.get(FILE)
}

/** The response that the player gets for a piece of the download. */
export const readLocal = (name: string, range: string | null = null) =>
  serveDownload(new URL(segmentPath(FILE, name), location.href), range)

export const requestsFor = (name: string) => films.asked.filter((one) => one === name).length
export const failNetwork = () => {
  throw new TypeError('Failed to fetch')
}

/** Expects that every byte of exactly one version is stored and playable. */
export async function expectComplete(mark = 'a') {
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

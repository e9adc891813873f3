import type { Download, DownloadPlan } from '#data/database/downloadRows.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { putSegment, runCacheName, segmentBytes } from '#data/database/segmentCache.ts'
import { hasSpaceFor } from '#data/database/storageQuota.ts'
import { Unreachable } from '#data/network/failures.ts'
import { isPage } from '#data/network/fetchFile.ts'
import {
  abortBackgroundFetches,
  type BackgroundFetchManager,
  type BackgroundFetchRegistration,
  backgroundFetchManager,
} from '#data/platform/backgroundFetch.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { downloadConditions } from './conditions.ts'
import { requestPermission, segmentUrl } from './downloadPlan.ts'
import { inQueueOrder } from './downloadQueue.ts'
import { NoLongerWanted, runOf, updateWanted } from './downloadRow.ts'
import { dropIfGone, isComplete, missingSegments } from './fetchSegments.ts'

/**
 * Added to `downloadTotal`: sizes are estimates, and the browser fails a background fetch that exceeds its declared
 * total.
 */
const SIZE_MARGIN = { part: 0.1, bytes: 1_000_000 }
/** How a background fetch and its responses fail. */
const FETCH_ERRORS = ['TypeError', 'AbortError', 'NetworkError', 'NotAllowedError'] as const
const ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/**
 * Hands unfinished downloads over to the browser (Background Fetch) when the user leaves the page. Until the worker has
 * moved them, fetched bytes occupy space twice, so each hand-over needs twice the remaining size. A download that the
 * browser refuses waits for the next visit. Does nothing when downloads are limited to Wi-Fi or to charging, because Background
 * Fetch cannot guarantee that.
 */
export async function startBackgroundFetches(database: PersonalDatabase, signal: AbortSignal): Promise<void> {
  const browser = await backgroundFetchManager()
  if (!browser || (await isLimited())) return
  const rows = await database.keptVideos.where('state').equals('wanted').toArray()
  for (const row of inQueueOrder(rows)) {
    try {
      await startBackgroundFetch(browser, database, row, signal)
    } catch (failure) {
      // Without a network the other downloads cannot be handed over either.
      if (signal.aborted || failure instanceof Unreachable) throw failure
      // This one is not handed over; the next visit fetches it or shows why it cannot.
      ignoring(...EXPECTED_ERRORS, 'DownloadDenied', 'NoLongerWanted')(failure)
    }
  }
}

/** Whether the user limited when downloads run. */
export async function isLimited(): Promise<boolean> {
  const { wifi, charging } = await downloadConditions()
  return wifi === true || charging === true
}

async function startBackgroundFetch(
  browser: BackgroundFetchManager,
  database: PersonalDatabase,
  row: Download,
  signal: AbortSignal,
): Promise<void> {
  const plan = row.background === undefined ? await database.keptPlans.get(row.run) : undefined
  if (!plan) return
  const permission = await requestPermission(database, row, signal)
  const missing = await missingSegments(database, row, plan)
  // Not `row.bytes`: for the screen, that counter includes segments received in part, which are fetched again.
  const remainingBytes = Math.max(0, row.size - (await bytesHere(database, row, plan)))
  if (permission.stream.version !== row.version || missing.length === 0 || !(await hasSpaceFor(remainingBytes * 2)))
    return
  const id = runCacheName(runOf(database, row))
  const title = row.title.titleFa || row.title.titleEn
  const downloadTotal = Math.ceil(remainingBytes * (1 + SIZE_MARGIN.part)) + SIZE_MARGIN.bytes
  // Update the row before the hand-over: other fetchers of this download stop, and the worker finds the row when the
  // background fetch ends.
  await updateWanted(database, row, { background: id })
  // Read the cache again: segments that arrived before other tabs stopped need no second request.
  const remaining = await missingSegments(database, row, plan)
  if (remaining.length === 0) {
    await reclaim(database, row)
    return
  }
  const addresses = new Set(remaining.map(({ from }) => segmentUrl(from, permission)))
  const requests = [...addresses].map((address) => new Request(address, { credentials: 'omit' }))
  try {
    await browser.fetch(id, requests, { title, icons: ICONS, downloadTotal })
  } catch (failure) {
    // The call rejects with a TypeError if the browser refused, or if another tab has registered this background fetch meanwhile.
    ignoring(...STORAGE_ERRORS, ...FETCH_ERRORS)(failure)
    if (!(await browser.get(id))) await reclaim(database, row)
  }
}

/** Returns a download from the browser to the app, if the user still wants it. */
async function reclaim(database: PersonalDatabase, row: Download): Promise<void> {
  await updateWanted(database, row, { background: undefined }).catch(ignoring(...STORAGE_ERRORS, 'NoLongerWanted'))
}

/**
 * Moves the segments of an ended background fetch into the segment cache, complete or not. Runs in the worker. The app
 * fetches missing segments as usual. Leaves nothing behind when the user signs out or deletes the download meanwhile.
 */
export async function collectBackgroundFetch(registration: BackgroundFetchRegistration): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  const row = await database?.keptVideos.filter(({ background }) => background === registration.id).first()
  const plan = row && (await database?.keptPlans.get(row.run))
  if (!database || !row || !plan) return
  try {
    await collect(registration, database, row, plan)
  } catch (failure) {
    await dropIfGone(database, row)
    if (!(failure instanceof NoLongerWanted)) throw failure
  }
}

async function collect(
  registration: BackgroundFetchRegistration,
  database: PersonalDatabase,
  row: Download,
  plan: DownloadPlan,
): Promise<void> {
  for (const { request, responseReady } of await registration.matchAll()) {
    const response = await responseReady.catch(ignoring(...FETCH_ERRORS))
    if (response?.status !== 200 || isPage(response.headers)) continue
    const bytes = await response.arrayBuffer().catch(ignoring(...FETCH_ERRORS))
    const length = response.headers.get('Content-Length')
    if (!bytes || bytes.byteLength === 0 || (length !== null && Number(length) !== bytes.byteLength)) continue
    // One file can have two names: subtitles are in a playlist and in the stream's own list.
    const segments = plan.pieces.filter(({ from }) => request.url === from || request.url.endsWith(`/${from}`))
    const type = response.headers.get('Content-Type') ?? ''
    for (const { name } of segments) await putSegment(runOf(database, row), name, bytes, type, bytes.byteLength)
  }
  const isDone = await isComplete(database, row, plan)
  const bytes = isDone ? row.size : await bytesHere(database, row, plan)
  await updateWanted(database, row, {
    background: undefined,
    bytes,
    ...(isDone && { state: 'kept', why: undefined, message: undefined }),
  })
}

/** Sums the bytes of a plan's segments in the cache. */
function bytesHere(database: PersonalDatabase, row: Download, plan: DownloadPlan): Promise<number> {
  return segmentBytes(
    runOf(database, row),
    plan.pieces.map(({ name }) => name),
  )
}

/** Aborts all background fetches of the user. The worker stores what they fetched, the app fetches the rest. */
export async function cancelBackgroundFetches(database: PersonalDatabase): Promise<void> {
  if ((await database.keptVideos.filter(({ background }) => background !== undefined).count()) === 0) return
  await abortBackgroundFetches(database.userId)
  await reclaimBackgroundFetches(database)
}

/** Returns downloads whose background fetch has ended to the app, and follows the progress of the running ones. */
export async function reclaimBackgroundFetches(database: PersonalDatabase): Promise<void> {
  const rows = await database.keptVideos.filter(({ background }) => background !== undefined).toArray()
  if (rows.length === 0) return
  const browser = await backgroundFetchManager()
  for (const row of rows) {
    const fetching = row.background === undefined ? undefined : await browser?.get(row.background)
    if (fetching?.result === '') {
      await followProgress(database, row, fetching)
      continue
    }
    await reclaim(database, row)
  }
}

/** Background fetches whose progress this page follows, by id. */
const followed = new Map<string, BackgroundFetchRegistration>()

/** Forgets the background fetches of a user who has signed out. */
export function unfollowProgress(): void {
  followed.clear()
}

/** Writes the progress of a background fetch into the row, for the screen. */
async function followProgress(database: PersonalDatabase, row: Download, fetching: BackgroundFetchRegistration) {
  const plan = await database.keptPlans.get(row.run)
  if (followed.has(fetching.id) || !plan) return
  followed.set(fetching.id, fetching)
  const before = await bytesHere(database, row, plan)
  fetching.addEventListener('progress', () => {
    // The fetch has ended: the worker updates the row, and the next fetch of this run has the same id.
    if (fetching.result !== '' || followed.get(fetching.id) !== fetching) return void followed.delete(fetching.id)
    const bytes = Math.min(row.size, before + fetching.downloaded)
    void updateWanted(database, row, { bytes }).catch(ignoring(...STORAGE_ERRORS, 'NoLongerWanted'))
  })
}

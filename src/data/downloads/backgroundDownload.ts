import type { Download, DownloadPlan } from '#data/database/downloadRows.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { putSegment, runCacheName, segmentBytes } from '#data/database/segmentCache.ts'
import { hasSpaceFor } from '#data/database/storageQuota.ts'
import { Unreachable } from '#data/network/failures.ts'
import {
  abortBackgroundFetches,
  type BackgroundFetchManager,
  type BackgroundFetchRegistration,
  backgroundFetchManager,
} from '#data/platform/backgroundFetch.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { requestPermission, segmentUrl } from './downloadPlan.ts'
import { runOf, updateWanted } from './downloadRow.ts'
import { isComplete, missingSegments } from './fetchSegments.ts'
import { isWifiOnly } from './wifiOnly.ts'

/** The server's word on how much there is is not one on the byte, and what brings more than it was told to fails: so much is added. */
const GRACE = { part: 0.1, bytes: 1_000_000 }
const ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/**
 * The person leaves while films are coming: the browser goes on with them by itself, where it can (Background Fetch), and shows
 * that it does. It keeps what it fetches twice until the worker has put it in its place: only with room for that. What it
 * refuses waits for the next visit. Over Wi-Fi alone is more than it can promise: then it is asked for nothing.
 */
export async function startBackgroundFetches(database: PersonalDatabase, signal: AbortSignal): Promise<void> {
  const browser = await backgroundFetchManager()
  if (!browser || (await isWifiOnly())) return
  const rows = await database.keptVideos.where('state').equals('wanted').sortBy('createdAt')
  for (const row of rows) {
    try {
      await startBackgroundFetch(browser, database, row, signal)
    } catch (failure) {
      // Without a network the other downloads cannot be handed over either.
      if (signal.aborted || failure instanceof Unreachable) throw failure
      // This one is not handed over; the next visit fetches it or shows why it cannot.
      ignoring(...EXPECTED_ERRORS, 'Denied', 'NoLongerWanted')(failure)
    }
  }
}

async function startBackgroundFetch(
  browser: BackgroundFetchManager,
  database: PersonalDatabase,
  row: Download,
  signal: AbortSignal,
): Promise<void> {
  const plan = row.background === undefined ? await database.keptPlans.get(row.run) : undefined
  if (!plan) return
  const leave = await requestPermission(database, row, signal)
  const missing = await missingSegments(database, row, plan)
  // Not by the row's own count: for the screen it takes pieces in that are half here, and come anew.
  const rest = Math.max(0, row.size - (await bytesHere(database, row, plan)))
  if (leave.stream.version !== row.version || missing.length === 0 || !(await hasSpaceFor(rest * 2))) return
  const id = runCacheName(runOf(database, row))
  const title = row.title.titleFa || row.title.titleEn
  const downloadTotal = Math.ceil(rest * (1 + GRACE.part)) + GRACE.bytes
  // First the row: whoever is at it stops, and the worker finds what it is for as soon as all of it is there.
  await updateWanted(database, row, { background: id })
  // What has come until the others heard of it is not fetched twice.
  const left = await missingSegments(database, row, plan)
  if (left.length === 0) {
    await reclaim(database, row)
    return
  }
  const addresses = new Set(left.map(({ from }) => segmentUrl(from, leave)))
  const requests = [...addresses].map((address) => new Request(address, { credentials: 'omit' }))
  try {
    await browser.fetch(id, requests, { title, icons: ICONS, downloadTotal })
  } catch {
    // Refused; unless another tab has handed it over in the same moment.
    if (!(await browser.get(id))) await reclaim(database, row)
  }
}

/** The browser does not work at it: it is ours again, if it is still wanted. */
async function reclaim(database: PersonalDatabase, row: Download): Promise<void> {
  await updateWanted(database, row, { background: undefined }).catch(() => undefined)
}

/** In the worker: what the browser has fetched goes to its place, all of it or what there is; the rest is fetched as ever. */
export async function collectBackgroundFetch(registration: BackgroundFetchRegistration): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  const row = await database?.keptVideos.filter(({ background }) => background === registration.id).first()
  const plan = row && (await database?.keptPlans.get(row.run))
  if (!database || !row || !plan) return
  for (const { request, responseReady } of await registration.matchAll()) {
    const response = await responseReady.catch(() => undefined)
    if (response?.status !== 200) continue
    const bytes = await response.arrayBuffer().catch(() => undefined)
    const length = response.headers.get('Content-Length')
    if (!bytes || bytes.byteLength === 0 || (length !== null && Number(length) !== bytes.byteLength)) continue
    // What a playlist names and the player is told of by itself, as subtitles are, stands under two names.
    const pieces = plan.pieces.filter(({ from }) => request.url === from || request.url.endsWith(`/${from}`))
    const type = response.headers.get('Content-Type') ?? ''
    for (const { name } of pieces) await putSegment(runOf(database, row), name, bytes, type, bytes.byteLength)
  }
  const isDone = await isComplete(database, row, plan)
  const bytes = isDone ? row.size : await bytesHere(database, row, plan)
  await updateWanted(database, row, {
    background: undefined,
    bytes,
    ...(isDone && { state: 'kept', why: undefined, message: undefined }),
  })
}

/** How many bytes of a plan are in their place. */
function bytesHere(database: PersonalDatabase, row: Download, plan: DownloadPlan): Promise<number> {
  return segmentBytes(
    runOf(database, row),
    plan.pieces.map(({ name }) => name),
  )
}

/** The browser is to stop with all of it: what it has brought is taken in by the worker, the rest is ours again. */
export async function cancelBackgroundFetches(database: PersonalDatabase): Promise<void> {
  if ((await database.keptVideos.filter(({ background }) => background !== undefined).count()) === 0) return
  await abortBackgroundFetches(database.userId)
  await reclaimBackgroundFetches(database)
}

/** What the browser no longer works at is ours again; of what it does it is heard how far it is. */
export async function reclaimBackgroundFetches(database: PersonalDatabase): Promise<void> {
  const rows = await database.keptVideos.filter(({ background }) => background !== undefined).toArray()
  if (rows.length === 0) return
  const browser = await backgroundFetchManager()
  for (const row of rows) {
    const work = row.background === undefined ? undefined : await browser?.get(row.background)
    if (work?.result === '') {
      await listen(database, row, work)
      continue
    }
    await reclaim(database, row)
  }
}

/** What this page listens to, by its name. */
const heard = new Map<string, BackgroundFetchRegistration>()

/** Somebody is looking: how much the browser has brought stands in the row as if this page had. */
async function listen(database: PersonalDatabase, row: Download, work: BackgroundFetchRegistration) {
  const plan = await database.keptPlans.get(row.run)
  if (heard.has(work.id) || !plan) return
  heard.set(work.id, work)
  const before = await bytesHere(database, row, plan)
  work.addEventListener('progress', () => {
    // It is over: the worker says what is here, and the next work for this film goes by the same name.
    if (work.result !== '') return void heard.delete(work.id)
    const bytes = Math.min(row.size, before + work.downloaded)
    void updateWanted(database, row, { bytes }).catch(() => undefined)
  })
}

import type { KeptPlan, KeptVideo } from '#data/database/downloadRows.ts'
import { type PersonalDatabase, personalIfAny } from '#data/database/personal.ts'
import { bytesOf, putPiece, runName } from '#data/database/segmentCache.ts'
import { roomFor } from '#data/database/storageQuota.ts'
import { abandon, type BackgroundRegistration, backgroundManager } from '#data/platform/backgroundFetch.ts'
import { askLeave, pieceAddress } from './downloadPlan.ts'
import { advance, placeOf } from './downloadRow.ts'
import { isWhole, piecesMissing } from './fetchSegments.ts'
import { wantsWifiOnly } from './wifiOnly.ts'

/** The server's word on how much there is is not one on the byte, and what brings more than it was told to fails: so much is added. */
const GRACE = { part: 0.1, bytes: 1_000_000 }
const ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/**
 * The person leaves while films are coming: the browser goes on with them by itself, where it can (Background Fetch), and shows
 * that it does. It keeps what it fetches twice until the worker has put it in its place: only with room for that. What it
 * refuses waits for the next visit. Over Wi-Fi alone is more than it can promise: then it is asked for nothing.
 */
export async function handOver(database: PersonalDatabase, signal: AbortSignal): Promise<void> {
  const browser = await backgroundManager()
  if (!browser || (await wantsWifiOnly())) return
  const rows = await database.keptVideos.where('state').equals('wanted').sortBy('createdAt')
  for (const row of rows) {
    const plan = row.background === undefined ? await database.keptPlans.get(row.run) : undefined
    if (!plan) continue
    const leave = await askLeave(database, row, signal)
    const missing = await piecesMissing(database, row, plan)
    // Not by the row's own count: for the screen it takes pieces in that are half here, and come anew.
    const rest = Math.max(0, row.size - (await bytesHere(database, row, plan)))
    if (leave.stream.version !== row.version || missing.length === 0 || !(await roomFor(rest * 2))) continue
    const id = runName(placeOf(database, row))
    const title = row.title.titleFa || row.title.titleEn
    const downloadTotal = Math.ceil(rest * (1 + GRACE.part)) + GRACE.bytes
    // First the row: whoever is at it stops, and the worker finds what it is for as soon as all of it is there.
    await advance(database, row, { background: id })
    // What has come until the others heard of it is not fetched twice.
    const left = await piecesMissing(database, row, plan)
    if (left.length === 0) {
      await giveBack(database, row)
      continue
    }
    const addresses = new Set(left.map(({ from }) => pieceAddress(from, leave)))
    const requests = [...addresses].map((address) => new Request(address, { credentials: 'omit' }))
    try {
      await browser.fetch(id, requests, { title, icons: ICONS, downloadTotal })
    } catch {
      // Refused; unless another tab has handed it over in the same moment.
      if (!(await browser.get(id))) await giveBack(database, row)
    }
  }
}

/** The browser does not work at it: it is ours again, if it is still wanted. */
async function giveBack(database: PersonalDatabase, row: KeptVideo): Promise<void> {
  await advance(database, row, { background: undefined }).catch(() => undefined)
}

/** In the worker: what the browser has fetched goes to its place, all of it or what there is; the rest is fetched as ever. */
export async function takeIn(registration: BackgroundRegistration): Promise<void> {
  const database = await personalIfAny()
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
    for (const { name } of pieces) await putPiece(placeOf(database, row), name, bytes, type, bytes.byteLength)
  }
  const isDone = await isWhole(database, row, plan)
  const bytes = isDone ? row.size : await bytesHere(database, row, plan)
  await advance(database, row, {
    background: undefined,
    bytes,
    ...(isDone && { state: 'kept', why: undefined, message: undefined }),
  })
}

/** How many bytes of a plan are in their place. */
function bytesHere(database: PersonalDatabase, row: KeptVideo, plan: KeptPlan): Promise<number> {
  return bytesOf(
    placeOf(database, row),
    plan.pieces.map(({ name }) => name),
  )
}

/** The browser is to stop with all of it: what it has brought is taken in by the worker, the rest is ours again. */
export async function callOff(database: PersonalDatabase): Promise<void> {
  if ((await database.keptVideos.filter(({ background }) => background !== undefined).count()) === 0) return
  await abandon(database.userId)
  await takeBack(database)
}

/** What the browser no longer works at is ours again; of what it does it is heard how far it is. */
export async function takeBack(database: PersonalDatabase): Promise<void> {
  const rows = await database.keptVideos.filter(({ background }) => background !== undefined).toArray()
  if (rows.length === 0) return
  const browser = await backgroundManager()
  for (const row of rows) {
    const work = row.background === undefined ? undefined : await browser?.get(row.background)
    if (work?.result === '') {
      await listen(database, row, work)
      continue
    }
    await giveBack(database, row)
  }
}

/** What this page listens to, by its name. */
const heard = new Map<string, BackgroundRegistration>()

/** Somebody is looking: how much the browser has brought stands in the row as if this page had. */
async function listen(database: PersonalDatabase, row: KeptVideo, work: BackgroundRegistration) {
  const plan = await database.keptPlans.get(row.run)
  if (heard.has(work.id) || !plan) return
  heard.set(work.id, work)
  const before = await bytesHere(database, row, plan)
  work.addEventListener('progress', () => {
    // It is over: the worker says what is here, and the next work for this film goes by the same name.
    if (work.result !== '') return void heard.delete(work.id)
    const bytes = Math.min(row.size, before + work.downloaded)
    void advance(database, row, { bytes }).catch(() => undefined)
  })
}

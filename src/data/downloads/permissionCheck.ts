import { type FileLink, filesApi, LINKS_MAX } from '#contract/files.ts'
import type { Download } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { deleteSegments } from '#data/database/segmentCache.ts'
import { tokenFor } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { isMissing } from '#data/network/optionalCall.ts'
import { clock } from '#data/platform/clock.ts'
import { DownloadDenied, playableUntil, requestPermission } from './downloadPlan.ts'
import { runOf } from './downloadRow.ts'
import { syncServerTime } from './serverTime.ts'

/** Minimum interval between permission checks of a download, in ms. */
const CHECK_INTERVAL = 3_600_000

/**
 * Asks the server whether each download may still be played, and until when. `force`: ignores the interval. Withdrawn
 * downloads lose their segments, and the row states the reason. Throws without an answer and changes nothing then.
 */
export async function checkPermissions(
  database: PersonalDatabase,
  { force = false, signal }: { force?: boolean; signal: AbortSignal },
): Promise<void> {
  const token = await tokenFor(database)
  if (token === undefined) return
  const now = clock.now()
  const rows = (await database.keptVideos.toArray()).filter(
    (row) => needsCheck(row) && (force || row.askedAt > now || now - row.askedAt >= CHECK_INTERVAL),
  )
  for (let from = 0; from < rows.length; from += LINKS_MAX) {
    const some = rows.slice(from, from + LINKS_MAX)
    const answers = await requestLinks(database, some, token, signal)
    for (const row of some) {
      const answer = answers.find(({ id }) => id === row.fileId)
      if (answer) await applyAnswer(database, row, answer)
    }
  }
}

/** Complete downloads, and those stopped for a reason that may be over. */
function needsCheck({ state, why }: Download): boolean {
  return state === 'kept' || (state === 'stopped' && (why === 'premium' || why === 'session'))
}

/** Requests all links in one call, or one by one from a server without that call. */
async function requestLinks(
  database: PersonalDatabase,
  rows: Download[],
  token: string,
  signal: AbortSignal,
): Promise<FileLink[]> {
  try {
    const ids = rows.map(({ fileId }) => fileId)
    return (await call(filesApi.links, { query: { ids } }, { token, signal, revalidate: true })).data
  } catch (failure) {
    if (!isMissing(failure) || failure.isForeign) throw failure
  }
  const answers: FileLink[] = []
  for (const row of rows) {
    try {
      const { stream } = await requestPermission(database, row, signal)
      answers.push({ id: row.fileId, stream, refusal: null })
    } catch (failure) {
      if (!(failure instanceof DownloadDenied)) throw failure
      if (failure.why === 'session') return answers
      const code = failure.why === 'premium' ? 'premium_required' : 'not_found'
      answers.push({ id: row.fileId, stream: null, refusal: { code, message: failure.message } })
    }
  }
  return answers
}

async function applyAnswer(
  database: PersonalDatabase,
  checked: Download,
  { stream, refusal }: FileLink,
): Promise<void> {
  if (stream) await syncServerTime(database, Date.parse(stream.now))
  else if (!refusal) return
  const isWithdrawn = !stream && refusal?.code !== 'premium_required'
  const isDeleted = await database.transaction('rw', database.keptVideos, database.keptPlans, async () => {
    const row = await database.keptVideos.get(checked.fileId)
    if (row?.run !== checked.run || !needsCheck(row)) return false
    await database.keptVideos.put({ ...row, askedAt: clock.now(), ...changesOf(row) })
    if (isWithdrawn) await database.keptPlans.delete(row.run)
    return isWithdrawn
  })
  if (isDeleted) await deleteSegments(runOf(database, checked))

  function changesOf(row: Download): Partial<Download> {
    if (stream) {
      return {
        until: playableUntil(stream),
        outdated: row.version !== undefined && row.version !== stream.version,
        why: undefined,
        message: undefined,
        ...(row.state === 'stopped' && { state: 'wanted', attempts: 0, nextAt: 0 }),
      }
    }
    const message = refusal?.message === '' ? undefined : refusal?.message
    return isWithdrawn ? { state: 'stopped', why: 'withdrawn', message, bytes: 0 } : { why: 'premium', message }
  }
}

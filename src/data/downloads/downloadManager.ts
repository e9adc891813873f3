import { preloadPlayer } from '#data/areas/playerCode.ts'
import { liveQuery } from '#data/database/liveQuery.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { deleteOrphanedSegments } from '#data/database/segmentCache.ts'
import { readSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { setTimeoutAt } from '#data/platform/timers.ts'
import {
  cancelBackgroundFetches,
  isLimited,
  reclaimBackgroundFetches,
  startBackgroundFetches,
  unfollowProgress,
} from './backgroundDownload.ts'
import { downloadConditions, watchConditions } from './conditions.ts'
import { downloadLimit } from './downloadLimit.ts'
import { clearDownloadBackoff } from './downloads.ts'
import { fetchDownloads } from './fetchDownloads.ts'
import { dropOtherPartialSegments } from './partialSegments.ts'
import { checkPermissions } from './permissionCheck.ts'
import { ruleStates, settlements, viewingReader } from './seriesRules.ts'
import { storeServerTime } from './serverTime.ts'

/** Delay before the next pass after a storage error or a lost lock, in ms. */
const RETRY_DELAY = 5_000
/**
 * Interval for storing the server time while the page is open, in ms: setting the clock back gains at most this much.
 */
const TIME_INTERVAL = 60_000

const expected = ignoring(...EXPECTED_ERRORS, 'FetchInterrupted')

export interface DownloadManager {
  /** Call when the network or the user returns: fetches waiting downloads now and checks permissions. */
  wakeUp: () => void
  /** Call when the page is hidden: hands downloads over to the browser, as the user may not return. */
  leave: () => void
  /** Call when the page is frozen: aborts requests. `resume()` continues where they ended. */
  pause: () => void
  resume: () => void
  stop: () => void
}

/**
 * Fetches the user's downloads while this page is open. Watches the download rows, so additions, pauses and retries in
 * any tab take effect.
 */
export function startDownloadManager(): DownloadManager {
  let current = new AbortController()
  let isPaused = false
  let isStopped = false
  let isRunning = false
  let isRunRequested = false
  let isLeaving = false
  let userId: number | undefined
  /** As described by `pendingWork`. */
  let work = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isPaused || isStopped) return
    if (isRunning) {
      isRunRequested = true
      return
    }
    isRunning = true
    isRunRequested = false
    clearTimeout(timer)
    let nextAt: number | undefined
    try {
      nextAt = await fetchDownloads(current.signal, { loadPlayer: preloadPlayer })
    } catch (failure) {
      expected(failure)
      nextAt = clock.now() + RETRY_DELAY
    }
    isRunning = false
    if (isPaused || isStopped) return
    if (isRunRequested) void run()
    else if (nextAt !== undefined) {
      timer = setTimeoutAt(nextAt, () => void run())
    }
  }

  function check() {
    const { signal } = current
    void personalDatabaseIfSignedIn()
      .then((database) => database && checkPermissions(database, { signal }))
      .catch(expected)
  }

  function abortRequests() {
    current.abort()
    current = new AbortController()
  }

  async function wakeUp() {
    const database = await personalDatabaseIfSignedIn()
    if (database) await reclaimBackgroundFetches(database)
    if (database) await clearDownloadBackoff(database)
    await run()
    check()
  }

  async function leave() {
    const database = await personalDatabaseIfSignedIn()
    if (!database || (await database.keptVideos.where('state').equals('wanted').count()) === 0) return
    // Downloads cannot be played offline without the player's code.
    await preloadPlayer()
    await startBackgroundFetches(database, current.signal)
  }

  /** Coalesces repeated visibility changes. */
  async function leaveOnce() {
    if (isLeaving) return
    isLeaving = true
    await leave().catch(expected)
    isLeaving = false
  }

  /** Reacts to another network, to the charger, and to a change of the settings about them. */
  async function applyConditions() {
    const database = await personalDatabaseIfSignedIn()
    if (database && (await isLimited())) await cancelBackgroundFetches(database)
    if ((await downloadConditions()).waitsFor) abortRequests()
    else await run()
  }
  const onConditionChange = () => void applyConditions().catch(expected)
  const unwatchConditions = watchConditions(onConditionChange)
  const setting = liveQuery(isLimited).subscribe(onConditionChange)

  // Abort the previous user's requests when the session ends or the user changes.
  const session = liveQuery(readSession).subscribe((session) => {
    const next = session?.status === 'active' ? session.user.id : undefined
    if (userId !== undefined && userId !== next) {
      abortRequests()
      dropOtherPartialSegments([])
      unfollowProgress()
    }
    if (userId !== next && next !== undefined) {
      check()
      void run()
    }
    userId = next
  })
  const downloads = liveQuery(pendingWork).subscribe((next) => {
    if (next !== work && next !== '') void run()
    work = next
  })
  const timeTimer = setInterval(() => {
    void personalDatabaseIfSignedIn()
      .then(async (database) => database && (await database.keptVideos.count()) > 0 && storeServerTime(database))
      .catch(expected)
  }, TIME_INTERVAL)
  void personalDatabaseIfSignedIn()
    .then((database) => database && reclaimBackgroundFetches(database))
    .catch(expected)
  void personalDatabaseIfSignedIn().then(deleteOrphanedSegments).catch(expected)

  return {
    wakeUp: () => void wakeUp().catch(expected),
    leave: () => void leaveOnce(),
    pause() {
      isPaused = true
      clearTimeout(timer)
      abortRequests()
    },
    resume() {
      isPaused = false
      void wakeUp().catch(expected)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(timeTimer)
      abortRequests()
      for (const subscription of [session, downloads, setting]) subscription.unsubscribe()
      unwatchConditions()
    },
  }
}

/** Describes pending downloads, deletions and rules; the text changes exactly when a new pass is needed. */
async function pendingWork(): Promise<string> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return ''
  const rows = await database.keptVideos.where('state').anyOf('wanted', 'leaving').toArray()
  const downloads = rows.map(
    ({ run, state, nextAt, background, queuedAt }) => `${run} ${state} ${nextAt} ${background} ${queuedAt}`,
  )
  return [...downloads, ...(await pendingRules(database))].join()
}

async function pendingRules(database: PersonalDatabase): Promise<string[]> {
  const viewingOf = viewingReader(database)
  const states = (await ruleStates(database, viewingOf)).filter(({ missing }) => missing.length > 0)
  const watched = (await settlements(database, viewingOf)).filter(
    ({ settlement: { step } }) => step === 'note' || step === 'remove',
  )
  const limit = states.length > 0 ? await downloadLimit() : undefined
  return [
    ...states.map(
      ({ rule, missing }) => `${rule.titleId} ${rule.quality} ${limit} ${missing.map(({ id }) => id).join(' ')}`,
    ),
    ...watched.map(({ row, settlement }) => `${row.run} ${settlement.step}`),
  ]
}

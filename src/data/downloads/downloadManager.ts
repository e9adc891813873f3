import { preloadPlayer } from '#data/areas/playerCode.ts'
import { watchQuery } from '#data/database/liveQuery.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { deleteOrphanedSegments } from '#data/database/segmentCache.ts'
import { readSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { setTimeoutAt } from '#data/platform/timers.ts'
import { cancelBackgroundFetches, reclaimBackgroundFetches, startBackgroundFetches } from './backgroundDownload.ts'
import { clearDownloadBackoff } from './downloads.ts'
import { fetchDownloads } from './fetchDownloads.ts'
import { checkPermissions } from './permissionCheck.ts'
import { storeServerTime } from './serverTime.ts'
import { isWifiOnly, watchNetwork, wifiState } from './wifiOnly.ts'

/** After a pass that storage trouble or a stolen lock ended the next one comes by itself, in ms. */
const AGAIN = 5_000
/** Time that goes by is written down, so that a clock set back gains nothing; in ms. */
const TICK = 60_000

const expected = ignoring(...EXPECTED_ERRORS, 'Halted')

export interface DownloadManager {
  /** The network answers, or the person is back: what waits goes at once, and what is kept is asked about. */
  wakeUp: () => void
  /** The person looks elsewhere, and may not come back: the browser goes on where it can. */
  leave: () => void
  /** The page is put to sleep: what is on its way is cut off and goes on later where it broke. */
  pause: () => void
  resume: () => void
  stop: () => void
}

/**
 * Keeps what the person wants on the device coming while this page lives. Its rows are its bell: a wish, a pause and a
 * retry of any tab are heard.
 */
export function startDownloadManager(): DownloadManager {
  let current = new AbortController()
  let isPaused = false
  let isStopped = false
  let running = false
  let isRungAgain = false
  let isLeaving = false
  let person: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isPaused || isStopped) return
    if (running) {
      isRungAgain = true
      return
    }
    running = true
    isRungAgain = false
    clearTimeout(timer)
    let nextAt: number | undefined
    try {
      nextAt = await fetchDownloads(current.signal, { warm: preloadPlayer })
    } catch (failure) {
      expected(failure)
      nextAt = clock.now() + AGAIN
    }
    running = false
    if (isPaused || isStopped) return
    if (isRungAgain) void run()
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

  function cut() {
    current.abort()
    current = new AbortController()
  }

  async function wake() {
    const database = await personalDatabaseIfSignedIn()
    if (database) await reclaimBackgroundFetches(database)
    if (database) await clearDownloadBackoff(database)
    await run()
    check()
  }

  async function leave() {
    const database = await personalDatabaseIfSignedIn()
    if (!database || (await database.keptVideos.where('state').equals('wanted').count()) === 0) return
    // Without what plays them films are of no use where there is no network.
    await preloadPlayer()
    await startBackgroundFetches(database, current.signal)
  }

  /** Who looks away, and back, and away again leaves once. */
  async function leaveOnce() {
    if (isLeaving) return
    isLeaving = true
    await leave().catch(expected)
    isLeaving = false
  }

  /** Another network, or another wish about networks. */
  async function weigh() {
    const [database, { isOnly, waits }] = [await personalDatabaseIfSignedIn(), await wifiState()]
    if (database && isOnly) await cancelBackgroundFetches(database)
    if (waits) cut()
    else await run()
  }
  const hear = () => void weigh().catch(expected)
  const forget = watchNetwork(hear)
  const wish = watchQuery(async () => isWifiOnly(), { next: hear })

  // A person who leaves, or another one: nothing of the one before goes on.
  const people = watchQuery(readSession, {
    next(session) {
      const next = session?.status === 'active' ? session.user.id : undefined
      if (person !== undefined && person !== next) cut()
      if (person !== next && next !== undefined) {
        check()
        void run()
      }
      person = next
    },
  })
  const bell = watchQuery(wanted, { next: (rows) => void (rows !== '' && run()) })
  const tick = setInterval(() => {
    void personalDatabaseIfSignedIn()
      .then(async (database) => database && (await database.keptVideos.count()) > 0 && storeServerTime(database))
      .catch(expected)
  }, TICK)
  void personalDatabaseIfSignedIn()
    .then((database) => database && reclaimBackgroundFetches(database))
    .catch(expected)
  void personalDatabaseIfSignedIn().then(deleteOrphanedSegments).catch(expected)

  return {
    wakeUp: () => void wake().catch(expected),
    leave: () => void leaveOnce(),
    pause() {
      isPaused = true
      clearTimeout(timer)
      cut()
    },
    resume() {
      isPaused = false
      void wake().catch(expected)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(tick)
      cut()
      for (const listening of [people, bell, wish]) listening()
      forget()
    },
  }
}

/** What is to come or to go, told apart by whatever is a reason to look anew. */
async function wanted(): Promise<string> {
  const rows =
    (await (await personalDatabaseIfSignedIn())?.keptVideos.where('state').anyOf('wanted', 'leaving').toArray()) ?? []
  return rows.map(({ run, state, nextAt, background }) => `${run} ${state} ${nextAt} ${background}`).join()
}

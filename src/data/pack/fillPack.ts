import { type AskedTitle, PACK_TITLES_MAX } from '#contract/titlePack.ts'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import type { PackState } from '#data/database/deviceDatabase.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { isStorageLow } from '#data/database/storageQuota.ts'
import { clock, pastOrZero } from '#data/platform/clock.ts'
import { errorName } from '#data/platform/errorName.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { withLock } from '#data/platform/lock.ts'
import { fetchPages, isSlow, SINGLE_VERSION } from './fetchPages.ts'
import { listedTitlesInOrder } from './listedTitles.ts'
import type { PackHold } from './packHold.ts'
import { pictureAddresses, storePicture } from './packPictures.ts'
import { packHindrance, packPictures } from './packSettings.ts'
import {
  addReleases,
  dropUnlisted,
  forgetLostPictures,
  storePages,
  storePictures,
  TITLES_PER_WRITE,
} from './packStore.ts'

/** A page is compared with the server's after this long, in ms (1 day). */
const CHECK_INTERVAL = 86_400_000
/** The same for pages from single calls, which send the whole page each time, in ms (7 days). */
const SINGLE_INTERVAL = 7 * CHECK_INTERVAL
/** Waits this long before it asks again for a title that the server could not send, in ms (1 hour). */
const RETRY_INTERVAL = 3_600_000
/** Titles of the first call: those in progress are there soon. Also the titles per call of a server without bulk read. */
const FIRST_TITLES = 20
/** Pictures that are fetched at once. Fewer would leave a slow line with long round trips idle. */
const PICTURE_LANES = 6

/** How a pass ended. `off`: there is no user, or the settings forbid it. `stopped`: no network, no space, or aborted. */
export type PackOutcome = 'complete' | 'off' | 'stopped'

/**
 * Fetches the pages of all titles on the user's lists, then their pictures, newest and in progress first. Everything is
 * noted per title, so a pass that ends early continues where it was. One pass runs at a time on a device. Never throws
 * for a lost network or a full device.
 */
export async function fillPack({ signal, hold }: { signal: AbortSignal; hold: PackHold }): Promise<PackOutcome> {
  const database = await personalDatabaseIfSignedIn()
  if (!database || (await packHindrance()) !== undefined || (await tokenFor(database)) === undefined) return 'off'
  try {
    return await withLock('parde-pack', signal, {
      run: (_, stop) => runPass({ database, hold, signal: stop }),
      heartbeat: countSteps,
    })
  } catch (failure) {
    if (errorName(failure) === 'QuotaExceededError') await setProblem('full')
    ignoring(...EXPECTED_ERRORS)(failure)
    return 'stopped'
  }
}

interface Pass {
  database: PersonalDatabase
  hold: PackHold
  signal: AbortSignal
}

/** Changes with every stored page and picture. */
async function countSteps(): Promise<string> {
  const { packStates } = await device()
  return `${await packStates.count()} ${await packStates.where('ready').equals(2).count()}`
}

async function runPass(pass: Pass): Promise<PackOutcome> {
  const { database } = pass
  const listed = await listedTitlesInOrder(database)
  await dropUnlisted(database.userId, new Set(listed))
  await forgetLostPictures(database.userId)
  await fillPages(pass, listed)
  if (!(await isDataSaverOn()) && typeof caches !== 'undefined') {
    if (await isStorageLow()) {
      await setProblem('full')
      return 'stopped'
    }
    if (!(await fillPictures(pass, listed))) return 'stopped'
  }
  await setProblem(undefined)
  return 'complete'
}

/** Stores the problem that the screens show. */
async function setProblem(problem: 'full' | undefined): Promise<void> {
  const { meta } = await device()
  if (problem === undefined) await meta.delete('packProblem')
  else await meta.put({ key: 'packProblem', value: problem }).catch(ignoring('QuotaExceededError'))
}

async function mayContinue({ database, hold, signal }: Pass): Promise<boolean> {
  await hold.whenFree(signal)
  return (await packHindrance()) === undefined && (await tokenFor(database)) !== undefined
}

async function fillPages(pass: Pass, listed: readonly number[]): Promise<void> {
  const { packStates } = await device()
  const states = await packStates.bulkGet([...listed])
  const lacking = states.flatMap((state) => (state && state.ready > 0 && !state.releases ? [state.id] : []))
  await addReleases(pass.database.userId, lacking)
  const due = listed.flatMap((id, at) => (isDue(states[at]) ? [{ id, version: versionOf(states[at]) }] : []))
  let at = 0
  const fetchNext = async () => {
    if (at >= due.length || !(await mayContinue(pass))) return undefined
    const count = at === 0 || (await isSlow()) ? FIRST_TITLES : PACK_TITLES_MAX
    const asked = due
      .slice(at, at + count)
      .map(({ id, version }): AskedTitle => (version === '' ? { id } : { id, version }))
    at += asked.length
    const token = await tokenFor(pass.database)
    return { asked, pack: await fetchPages(asked, { signal: pass.signal, token }) }
  }
  for (let answer = await fetchNext(); answer; ) {
    const ids = answer.asked.map(({ id }) => id)
    const storing = storePages(pass.database.userId, ids, answer.pack)
    // Fetches the next pages meanwhile. A pass whose fetch fails has stored what it fetched before.
    const [next] = await Promise.all([fetchNext(), storing]).finally(() => storing)
    answer = next
  }
}

function versionOf(state: PackState | undefined): string {
  return state?.version ?? ''
}

function isDue(state: PackState | undefined): boolean {
  if (!state) return true
  const interval =
    state.version === '' ? RETRY_INTERVAL : state.version === SINGLE_VERSION ? SINGLE_INTERVAL : CHECK_INTERVAL
  return pastOrZero(state.checkedAt) + interval <= clock.now()
}

/** Returns whether all pictures are here. */
async function fillPictures(pass: Pass, listed: readonly number[]): Promise<boolean> {
  const { packStates, packPages } = await device()
  const sizes = await packPictures()
  const missing = new Set(await packStates.where('ready').equals(1).primaryKeys())
  const queue = listed.filter((id) => missing.has(id))
  const done: Parameters<typeof storePictures>[1][number][] = []
  let isStopped = false
  const note = async () => {
    const found = done.splice(0)
    if (found.length > 0) await storePictures(pass.database.userId, found)
  }
  const fetchNext = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !isStopped; id = queue.shift()) {
      const [page, state] = await Promise.all([packPages.get(id), packStates.get(id)])
      if (!page || !state) continue
      const pictures = await pictureAddresses(page.title, sizes)
      let bytes = 0
      for (const address of pictures) {
        if (!(await mayContinue(pass))) isStopped = true
        if (isStopped) return
        bytes += await storePicture(address, pass.signal)
      }
      done.push({ id, version: state.version, pictures, bytes })
      if (done.length >= TITLES_PER_WRITE) await note()
    }
  }
  const failures: unknown[] = []
  const lanes = Array.from({ length: PICTURE_LANES }, () =>
    fetchNext().catch((failure: unknown) => {
      // The other lanes would fail as well.
      isStopped = true
      failures.push(failure)
    }),
  )
  await Promise.all(lanes)
  await note()
  if (failures.length > 0) throw failures[0]
  return !isStopped
}

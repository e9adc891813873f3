import type { Dexie } from 'dexie'
import { errorName } from '#data/platform/errorName.ts'
import { freeSpace } from './eviction.ts'
import { readSession } from './session.ts'
import { clearStorageProblems, setStorageProblem } from './storageHealth.ts'

/** This device could not write it down (storage full or gone): the tap did not happen, and the person must hear so. */
export class NotStored extends Error {
  override name = 'NotStored'
}

/**
 * Waits before each try to open a database again that the browser has closed, in ms: three in 3 s (sync page); and how
 * often it is looked for after that. One place, so that a test need not wait.
 */
export const reopenTiming = { waits: [0, 1_000, 2_000], every: 5_000 }

const CLOSED = ['DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError', 'TimeoutError']

/**
 * Runs a write until it is committed: only a committed transaction is an acknowledgement (sync page, finding 2). A full
 * device is relieved of what can be fetched again and tried once more; a connection the browser closed is reopened. Where
 * that does not help it is said (`trouble.ts`), and `NotStored` is thrown: the write did not happen.
 */
export async function durableWrite<Result>(database: Dexie, write: () => Promise<Result>): Promise<Result> {
  try {
    return succeeded(await write())
  } catch (failure) {
    const cause = errorName(failure)
    if (cause === 'QuotaExceededError') return retryWithFreedSpace(write)
    if (CLOSED.includes(cause)) return retryReopened(database, write, failure)
    throw failure
  }
}

function succeeded<Result>(result: Result): Result {
  clearStorageProblems('unsaved', 'full')
  return result
}

async function retryWithFreedSpace<Result>(write: () => Promise<Result>): Promise<Result> {
  await freeSpace().catch(() => undefined)
  try {
    return succeeded(await write())
  } catch (failure) {
    if (errorName(failure) !== 'QuotaExceededError') throw failure
    setStorageProblem('full')
    throw new NotStored('QuotaExceededError')
  }
}

async function retryReopened<Result>(database: Dexie, write: () => Promise<Result>, first: unknown): Promise<Result> {
  for (const wait of reopenTiming.waits) {
    await new Promise((over) => setTimeout(over, wait))
    if (!(await belongsToSignedInUser(database))) throw first
    try {
      database.close({ disableAutoOpen: false })
      await database.open()
      return succeeded(await write())
    } catch (failure) {
      if (!CLOSED.includes(errorName(failure))) throw failure
    }
  }
  setStorageProblem('unsaved')
  pollUntilOpen(database)
  throw new NotStored(errorName(first))
}

let pollTimer: ReturnType<typeof setInterval> | undefined

/** Whoever keeps the tab open hears when the database is there again. */
function pollUntilOpen(database: Dexie) {
  pollTimer ??= setInterval(async () => {
    const isHere = !(await belongsToSignedInUser(database)) || (await database.open().then(Boolean, () => false))
    if (!isHere) return
    clearStorageProblems('unsaved')
    clearInterval(pollTimer)
    pollTimer = undefined
  }, reopenTiming.every)
}

/** Somebody who has signed out, in whichever tab, has no database any more: it must not come back. */
async function belongsToSignedInUser(database: Dexie): Promise<boolean> {
  if (!('userId' in database)) return true
  return (await readSession().catch(() => undefined))?.user.id === database.userId
}

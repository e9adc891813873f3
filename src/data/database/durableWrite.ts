import type { Dexie } from 'dexie'
import { errorName } from '#data/platform/errorName.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { interruptions } from './interruptions.ts'
import { lazyDatabases } from './lazy.ts'
import { readSession } from './session.ts'
import { clearStorageProblems, setStorageProblem } from './storageHealth.ts'

/** The device could not store the write (storage full or gone). The mutation did not happen; tell the user. */
export class NotStored extends Error {
  override name = 'NotStored'
}

/**
 * Waits before each attempt to reopen a database that the browser closed, in ms (docs/sync.md#quota), and the polling
 * interval after that. An object, so that tests need not wait.
 */
export const reopenTiming = { waits: [0, 1_000, 2_000], every: 5_000 }

/** The problem of a device without space: a change of the user is lost, or what the app stores by itself. */
type OnFull = 'full' | 'noSpace'

interface WriteOptions {
  onFull?: OnFull
  attempt?: number
}

/** Errors of steps whose transaction was aborted by the page (`SuspendableDatabase`). */
const INTERRUPTED = ['AbortError', 'TransactionInactiveError']

const CLOSED = ['DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError', 'TimeoutError']

/**
 * Runs a write until it is committed: only a committed transaction is an acknowledgement (docs/sync.md#quota). Frees
 * space on a full device and retries once; reopens a connection that the browser closed. If that fails, reports a
 * storage problem and throws `NotStored`.
 */
export async function durableWrite<Result>(
  database: Dexie,
  write: () => Promise<Result>,
  { onFull = 'full', attempt = 0 }: WriteOptions = {},
): Promise<Result> {
  const before = interruptions.count
  try {
    return succeeded(await write(), onFull)
  } catch (failure) {
    const cause = errorName(failure)
    // Interrupted because the page was frozen or the connection stuck. The database opens again when the page is back.
    if (INTERRUPTED.includes(cause) && before !== interruptions.count) {
      if (!(await belongsToSignedInUser(database))) throw failure
      return attempt < reopenTiming.waits.length
        ? durableWrite(database, write, { onFull, attempt: attempt + 1 })
        : notStored(database, failure)
    }
    if (cause === 'QuotaExceededError') return retryWithFreedSpace(database, write, onFull)
    if (CLOSED.includes(cause)) return retryReopened(database, write, { first: failure, onFull })
    throw failure
  }
}

/** Only a stored change of the user takes back that the last one was lost. */
function succeeded<Result>(result: Result, onFull: OnFull): Result {
  clearStorageProblems('unsaved', 'noSpace', onFull)
  return result
}

/** As `durableWrite`, for what the app stores by itself: without space no change of the user is lost. */
export function durableStore<Result>(database: Dexie, write: () => Promise<Result>): Promise<Result> {
  return durableWrite(database, write, { onFull: 'noSpace' })
}

async function retryWithFreedSpace<Result>(
  database: Dexie,
  write: () => Promise<Result>,
  onFull: OnFull,
): Promise<Result> {
  const { freeSpace } = await lazyDatabases()
  await freeSpace().catch(ignoring(...STORAGE_ERRORS))
  try {
    return succeeded(await writeAfterCleanup(write), onFull)
  } catch (failure) {
    if (CLOSED.includes(errorName(failure))) return retryReopened(database, write, { first: failure, onFull })
    return notFitting(failure, onFull)
  }
}

/** Reports a full device for a quota error, and passes on other failures. */
function notFitting(failure: unknown, onFull: OnFull): never {
  if (errorName(failure) !== 'QuotaExceededError') throw failure
  setStorageProblem(onFull)
  throw new NotStored('QuotaExceededError')
}

/** Writes that the browser may refuse after a quota error, each because another write of the connection met one. */
const REFUSALS_MAX = 3

/**
 * Writes after a quota error. Firefox lets a connection's next transaction only delete, and refuses other changes in it
 * with an `InvalidStateError` (`Mode::Cleanup` in dom/indexedDB/IDBDatabase.cpp); the one after it is an ordinary one.
 */
async function writeAfterCleanup<Result>(write: () => Promise<Result>, refusals = 0): Promise<Result> {
  try {
    return await write()
  } catch (failure) {
    if (errorName(failure) !== 'InvalidStateError' || refusals >= REFUSALS_MAX) throw failure
    return writeAfterCleanup(write, refusals + 1)
  }
}

async function retryReopened<Result>(
  database: Dexie,
  write: () => Promise<Result>,
  { first, onFull }: { first: unknown; onFull: OnFull },
): Promise<Result> {
  for (const wait of reopenTiming.waits) {
    await new Promise((over) => setTimeout(over, wait))
    if (!(await belongsToSignedInUser(database))) throw first
    try {
      database.close({ disableAutoOpen: false })
      await database.open()
      return succeeded(await write(), onFull)
    } catch (failure) {
      if (!CLOSED.includes(errorName(failure))) return notFitting(failure, onFull)
    }
  }
  return notStored(database, first)
}

function notStored(database: Dexie, failure: unknown): never {
  setStorageProblem('unsaved')
  pollUntilOpen(database)
  throw new NotStored(errorName(failure))
}

/** Databases that do not open. */
const closed = new Set<Dexie>()

/** Clears the storage problem once every such database opens again. */
function pollUntilOpen(database: Dexie) {
  if (closed.has(database)) return
  closed.add(database)
  const timer = setInterval(async () => {
    if ((await belongsToSignedInUser(database)) && !(await opens(database))) return
    clearInterval(timer)
    closed.delete(database)
    if (closed.size === 0) clearStorageProblems('unsaved')
  }, reopenTiming.every)
}

async function opens(database: Dexie): Promise<boolean> {
  return (await database.open().then(Boolean, ignoring(...STORAGE_ERRORS))) ?? false
}

/** Whether the database is still in use. Reopening the database of a user who signed out would recreate it. */
async function belongsToSignedInUser(database: Dexie): Promise<boolean> {
  if (!('userId' in database)) return true
  return (await readSession().catch(ignoring(...STORAGE_ERRORS)))?.user.id === database.userId
}

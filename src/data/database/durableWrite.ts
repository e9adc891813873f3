import type { Dexie } from 'dexie'
import { NotKept } from '#data/network/failures.ts'
import { errorName } from '#data/platform/errorName.ts'
import { makeRoom } from './eviction.ts'
import { readSession } from './session.ts'
import { clearTrouble, noteTrouble } from './storageHealth.ts'

/**
 * Waits before each try to open a database again that the browser has closed, in ms: three in 3 s (sync page); and how
 * often it is looked for after that. One place, so that a test need not wait.
 */
export const reopening = { waits: [0, 1_000, 2_000], every: 5_000 }

const CLOSED = ['DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError', 'TimeoutError']

/**
 * Runs a write until it is committed: only a committed transaction is an acknowledgement (sync page, finding 2). A full
 * device is relieved of what can be fetched again and tried once more; a connection the browser closed is reopened. Where
 * that does not help it is said (`trouble.ts`), and `NotKept` is thrown: the write did not happen.
 */
export async function keep<Result>(database: Dexie, write: () => Promise<Result>): Promise<Result> {
  try {
    return well(await write())
  } catch (failure) {
    const cause = errorName(failure)
    if (cause === 'QuotaExceededError') return withRoom(write)
    if (CLOSED.includes(cause)) return reopened(database, write, failure)
    throw failure
  }
}

function well<Result>(result: Result): Result {
  clearTrouble('unsaved', 'full')
  return result
}

async function withRoom<Result>(write: () => Promise<Result>): Promise<Result> {
  await makeRoom().catch(() => undefined)
  try {
    return well(await write())
  } catch (failure) {
    if (errorName(failure) !== 'QuotaExceededError') throw failure
    noteTrouble('full')
    throw new NotKept('QuotaExceededError')
  }
}

async function reopened<Result>(database: Dexie, write: () => Promise<Result>, first: unknown): Promise<Result> {
  for (const wait of reopening.waits) {
    await new Promise((over) => setTimeout(over, wait))
    if (!(await isWanted(database))) throw first
    try {
      database.close({ disableAutoOpen: false })
      await database.open()
      return well(await write())
    } catch (failure) {
      if (!CLOSED.includes(errorName(failure))) throw failure
    }
  }
  noteTrouble('unsaved')
  lookForIt(database)
  throw new NotKept(errorName(first))
}

let looking: ReturnType<typeof setInterval> | undefined

/** Whoever keeps the tab open hears when the database is there again. */
function lookForIt(database: Dexie) {
  looking ??= setInterval(async () => {
    const isHere = !(await isWanted(database)) || (await database.open().then(Boolean, () => false))
    if (!isHere) return
    clearTrouble('unsaved')
    clearInterval(looking)
    looking = undefined
  }, reopening.every)
}

/** Somebody who has signed out, in whichever tab, has no database any more: it must not come back. */
async function isWanted(database: Dexie): Promise<boolean> {
  if (!('userId' in database)) return true
  return (await readSession().catch(() => undefined))?.user.id === database.userId
}

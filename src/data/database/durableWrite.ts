import type { Dexie } from 'dexie'
import { NotKept } from '#data/network/failures.ts'
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
    const cause = causeOf(failure)
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
    if (causeOf(failure) !== 'QuotaExceededError') throw failure
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
      if (!CLOSED.includes(causeOf(failure))) throw failure
    }
  }
  noteTrouble('unsaved')
  lookForIt(database)
  throw new NotKept(causeOf(first))
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

/**
 * The name of what stopped a transaction. Dexie reports `AbortError` and keeps the reason inside; of many writes at once it says why each
 * has failed, and what has stopped one has stopped them all.
 */
export function causeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown'
  const { inner, failures } = failure as { inner?: unknown; failures?: unknown }
  const [first]: unknown[] = Array.isArray(failures) ? failures : []
  if (first !== undefined) return causeOf(first)
  if (failure.name === 'AbortError' && isNamed(inner)) return inner.name
  return isNamed(inner) && inner.name === 'QuotaExceededError' ? inner.name : failure.name
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

import { Dexie } from 'dexie'
import { NotKept } from './failures.ts'
import { makeRoom } from './room.ts'

/**
 * Runs a write until it is committed: only a committed transaction is an acknowledgement (sync page, finding 2). A full
 * device is relieved of what can be fetched again and tried once more; a connection the browser closed is reopened.
 * Throws `NotKept` when the write did not happen.
 */
export async function keep<Result>(database: Dexie, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (failure) {
    const cause = causeOf(failure)
    if (cause === 'QuotaExceededError') await makeRoom()
    else if (cause === 'DatabaseClosedError' || cause === 'InvalidStateError') await reopen(database)
    else throw failure
    try {
      return await write()
    } catch (again) {
      const name = causeOf(again)
      if (name === 'QuotaExceededError' || name === 'DatabaseClosedError' || name === 'InvalidStateError')
        throw new NotKept(name)
      throw again
    }
  }
}

async function reopen(database: Dexie) {
  database.close({ disableAutoOpen: false })
  await database.open()
}

/** The name of what stopped a transaction: Dexie reports `AbortError` and keeps the reason inside. */
function causeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown'
  const inner = (failure as { inner?: unknown }).inner
  if (failure instanceof Dexie.AbortError && inner instanceof Error) return inner.name
  if (failure.name === 'AbortError' && isNamed(inner)) return inner.name
  return isNamed(inner) && inner.name === 'QuotaExceededError' ? inner.name : failure.name
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

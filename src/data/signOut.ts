import { Dexie } from 'dexie'
import { accountApi } from '#contract/account.ts'
import { abandon } from './backgroundFetch.ts'
import { call } from './call.ts'
import { forgetCheckUntil } from './checkUntil.ts'
import { device } from './device.ts'
import { forgetDrafts } from './drafts.ts'
import { abortDrains, drainOutbox } from './drain.ts'
import { forgetPictures } from './forgetPictures.ts'
import { dropBytesOf } from './keptBytes.ts'
import { PERSISTED } from './persisted.ts'
import { closePersonal, type PersonalDatabase, personalOf } from './personalDatabase.ts'
import { personalName } from './personalName.ts'
import { forgetPush } from './push.ts'
import { endSession, readSession } from './session.ts'

/** How long signing out waits for what still can be sent, in ms (sync page). */
const LAST_DRAIN = 5_000

/** Sends what can be sent in a moment; answers how many changes still wait or have failed. */
export async function drainBeforeSignOut(): Promise<number> {
  const session = await readSession()
  if (!session) return 0
  await drainOutbox(AbortSignal.timeout(LAST_DRAIN)).catch(() => undefined)
  return personalOf(session.user.id).outbox.count()
}

/**
 * Signs out: tells the server (false when it could not be told, specification section 8) and leaves nothing private on
 * the device. `keep` leaves the waiting changes, and nothing else, for the same person's next sign-in here.
 */
export async function signOut({ keep }: { keep: boolean }): Promise<boolean> {
  const session = await readSession()
  await abortDrains()
  await forgetPush()
  const told = await call(accountApi.logout, {}).then(
    () => true,
    () => false,
  )
  await endSession()
  if (session) await forgetPerson(personalOf(session.user.id), keep)
  await forgetSeen()
  return told
}

async function forgetPerson(database: PersonalDatabase, keep: boolean) {
  await abandon(database.userId).catch(() => undefined)
  await dropBytesOf(database.userId)
  if (keep) {
    const rest = database.tables.filter(({ name }) => name !== 'outbox' && name !== 'meta')
    await database.transaction('rw', [...rest, database.meta], async () => {
      for (const table of rest) await table.clear()
      await database.meta.where('key').startsWith('cursor:').delete()
    })
    closePersonal()
    return
  }
  closePersonal()
  await Dexie.delete(personalName(database.userId))
}

/** What was seen says much about a person: it goes as well. */
async function forgetSeen() {
  const { titles, cards, people, answers, searches } = await device()
  await Promise.all([titles, cards, people, answers, searches].map((table) => table.clear()))
  await forgetPictures()
  await forgetDrafts()
  forgetCheckUntil()
  if (typeof localStorage !== 'undefined') localStorage.removeItem(PERSISTED)
}

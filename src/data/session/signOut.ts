import { Dexie } from 'dexie'
import { accountApi } from '#contract/account.ts'
import { device } from '#data/database/device.ts'
import { forgetDrafts } from '#data/database/drafts.ts'
import { closePersonal, type PersonalDatabase, personalOf } from '#data/database/personalDatabase.ts'
import { personalName } from '#data/database/personalName.ts'
import { forgetPictures } from '#data/database/pictureCache.ts'
import { dropBytesOf } from '#data/database/segmentCache.ts'
import { endSession, readSession } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { abandon } from '#data/platform/backgroundFetch.ts'
import { forgetCheckUntil } from '#data/platform/paymentCheck.ts'
import { PERSISTED } from '#data/platform/persistedQueries.ts'
import { abortDrains, drainOutbox } from '#data/sync/drain.ts'
import { forgetPush } from './push.ts'

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

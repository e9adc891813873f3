import { Dexie } from 'dexie'
import { afterAll } from 'vitest'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { resetConnectivity } from '#tests/harness/browser/browserOnline.ts'

/** The files of a worker share one window: deletes what a file has stored before the next file runs. */
afterAll(async () => {
  closePersonalDatabases()
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDatabase.name) await Dexie.delete(name)
  await Promise.all(deviceDatabase.tables.map((table) => table.clear()))
  writeCookie(TOKEN_COOKIE, '', 0)
  resetConnectivity()
})

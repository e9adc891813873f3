import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '#server/platform/startupError.ts'
import { syncPath } from '#server/platform/syncPath.ts'

/** The number of files to sync at a time: Node's default number of threads for file operations. */
const SYNCED_AT_ONCE = 4

/**
 * Prepares the embedded database's folder for opening. `create` makes a new database in a folder and closes it; it gets
 * another folder, which is renamed when complete, so a power cut leaves a whole database or none. Throws `StartupError`
 * for a folder with files but without a database: PGlite would initialize it again, over the rest of the data.
 */
export async function prepareDatabaseFolder(folder: string, create: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${folder}.new`
  // Left by a first start that was interrupted.
  rmSync(draft, { recursive: true, force: true })
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.includes('PG_VERSION')) return syncFiles(folder)
  if (names.length > 0) {
    throw new StartupError(
      `${folder} has files but no PG_VERSION, so its database is incomplete. Restore it from a backup, or choose another folder by DATA_DIR. If the first start never finished, delete it.`,
    )
  }
  await create(draft)
  await syncFiles(draft)
  renameSync(draft, folder)
  syncPath(dirname(folder))
}

/**
 * Syncs files that others wrote: PGlite when it creates a database, a restored backup, an older version of the server.
 * PostgreSQL syncs only its own later writes, and relies on what is below them.
 */
async function syncFiles(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const syncRest = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const file = await open(path)
      await file.sync().finally(() => file.close())
    }
  }
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncRest))
  syncPath(folder)
}

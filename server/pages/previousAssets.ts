import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'

/** Files of a replaced build remain this long, in ms: longer than tabs usually stay open. */
const MAX_AGE = 30 * 86_400_000
/** Interval of noting that a build is still current, in ms. */
const INTERVAL = 86_400_000

/**
 * Keeps the hashed files of previous builds in `folder`, because deployments replace the folder of the built app. Tabs
 * without a service worker may still load them.
 */
export function openPreviousAssets(folder: string) {
  let last: { build: string; at: number } | undefined
  let running = Promise.resolve()
  return {
    folder,
    /** Copies the built app's hashed files in the background, once per build and day. */
    copyFrom(app: string, build: string) {
      const now = new Date()
      if (last?.build === build && now.getTime() - last.at < INTERVAL) return
      last = { build, at: now.getTime() }
      const run = async () => {
        const from = join(app, 'assets')
        await copyAssets({ from, to: join(folder, 'assets'), names: await readdir(from), now })
      }
      running = running.then(run).catch(ignoring('copying the files of a build'))
    },
  }
}

/**
 * Copies files of the current build to a folder that also keeps those of previous builds. The modification time of a copy
 * is the last run in which its build was current. Deletes copies that were 30 days old in the previous run, so that the
 * build before this one always remains. Several processes may share the target folder.
 */
export async function copyAssets({
  from,
  to,
  names,
  now,
}: {
  from: string
  to: string
  /** The current build's files in `from`. */
  names: string[]
  now: Date
}): Promise<void> {
  await mkdir(to, { recursive: true })
  const copies = await modificationTimes(to)
  const previousRun = Math.max(...copies.values())
  for (const name of names) {
    const target = join(to, name)
    const copied = copies.delete(name) ? Promise.resolve() : copyAtomically(join(from, name), target)
    // A deployment that is under way may delete the file first.
    await copied.then(() => utimes(target, now, now)).catch(ignoring('copying a built file', 'ENOENT'))
  }
  for (const [name, time] of copies) if (previousRun - time > MAX_AGE) await rm(join(to, name), { force: true })
}

/** In ms, by file name, without files that another process has just renamed or deleted. */
async function modificationTimes(folder: string): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(ignoring('looking for a built file', 'ENOENT'))
    if (found) times.set(name, found.mtimeMs)
  }
  return times
}

/** Requests read the folder meanwhile. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const next = `${to}.${process.pid}.next`
  await copyFile(from, next)
  await rename(next, to)
}

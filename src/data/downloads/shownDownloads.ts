import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type PlaybackRefusal, playbackRefusal } from './playbackRefusal.ts'
import { serverNow } from './serverTime.ts'

/** A download as the screen shows it. */
export interface ShownDownload extends Download {
  /** Why it does not play; undefined if it plays. */
  refusal: PlaybackRefusal | undefined
}

/** Returns the user's downloads, newest first; `guest` when signed out. */
export async function shownDownloads(): Promise<ShownDownload[] | 'guest'> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return 'guest'
  const rows = (await database.keptVideos.toArray()).filter(({ state }) => state !== 'leaving')
  const now = await serverNow(database)
  return rows
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map((row) => ({ ...row, refusal: playbackRefusal(row, now) }))
}

/** Returns the download of one file; null if there is none. Reads only its row, so a live query observes nothing else. */
export async function shownDownload(fileId: number): Promise<ShownDownload | null> {
  const database = await personalDatabaseIfSignedIn()
  const row = await database?.keptVideos.get(fileId)
  if (!database || !row || row.state === 'leaving') return null
  return { ...row, refusal: playbackRefusal(row, await serverNow(database)) }
}

/**
 * Replaces rows of `next` that did not change by their objects in `previous`, so that only changed rows render again.
 * Compares primitive fields only: nested objects change together with the run or with `askedAt`.
 */
export function reuseUnchanged(previous: ShownDownload[], next: ShownDownload[]): ShownDownload[] {
  return next.map((row) => previous.find((other) => isSame(other, row)) ?? row)
}

function isSame(one: ShownDownload, other: ShownDownload): boolean {
  // Of both: a write removes properties that become undefined.
  const names = Object.keys({ ...one, ...other }) as (keyof ShownDownload)[]
  return names.every((name) => typeof other[name] === 'object' || one[name] === other[name])
}

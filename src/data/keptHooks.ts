import { useEffect, useState } from 'react'
import { knownNow } from './keptClock.ts'
import type { KeptVideo } from './keptRows.ts'
import { type KeptRefusal, keptVideos, refusalOf } from './keptVideo.ts'
import { useLive } from './liveHooks.ts'
import { personalIfAny } from './personal.ts'

/** A kept film as the screen shows it. */
export interface ShownVideo extends KeptVideo {
  /** why it does not play; nothing when it does */
  refusal: KeptRefusal | undefined
}

/** What has no end yet may end while somebody looks, in ms. */
const LOOK_AGAIN = 30_000

/** All that the person wants on this device, the last wish first; `guest` when nobody is signed in, nothing for the first moment. */
export function useKeptVideos(): ShownVideo[] | 'guest' | undefined {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((count) => count + 1), LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [])
  return useLive<ShownVideo[] | 'guest'>(async () => shownVideos(), [turn], [])
}

async function shownVideos(): Promise<ShownVideo[] | 'guest'> {
  const [rows, database] = [await keptVideos(), await personalIfAny()]
  if (!rows || !database) return 'guest'
  const now = await knownNow(database)
  return rows.map((row) => ({ ...row, refusal: refusalOf(row, now) }))
}

/** One film of these; null when it is not wanted here. */
export function useKeptVideo(fileId: number): ShownVideo | null | undefined {
  return useLive<ShownVideo | null>(async () => shownVideo(fileId), [fileId], null)
}

async function shownVideo(fileId: number): Promise<ShownVideo | null> {
  const database = await personalIfAny()
  const row = await database?.keptVideos.get(fileId)
  if (!database || !row || row.state === 'leaving') return null
  return { ...row, refusal: refusalOf(row, await knownNow(database)) }
}

/** What plays from this device now. */
export interface KeptPlaces {
  /** Of an episode any file is as good as another; so it is of a film. */
  plays(thing: { titleId: number; episodeId?: number | null }): boolean
}

export function useKeptFiles(): KeptPlaces | undefined {
  const videos = useKeptVideos()
  if (videos === undefined) return undefined
  const here = videos === 'guest' ? [] : videos.filter(({ refusal }) => refusal === undefined)
  return {
    plays: ({ titleId, episodeId = null }) =>
      here.some(({ title, episodeId: kept }) => title.id === titleId && (kept === null || kept === episodeId)),
  }
}

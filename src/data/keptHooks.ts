import { useEffect, useState } from 'react'
import { knownNow } from './keptClock.ts'
import type { KeptVideo } from './keptRows.ts'
import { type KeptRefusal, keptVideos, refusalOf } from './keptVideo.ts'
import { useLive } from './liveHooks.ts'
import { personalIfAny } from './personal.ts'
import { tellsWifi, watchNetwork, wifiState } from './wifiOnly.ts'

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

/** What can be kept: a file, or, without one, the film or the episode, by whatever file. */
export interface KeptThing {
  titleId: number
  episodeId: number | null
  fileId?: number | undefined
}

/** One of these; null when it is not wanted here. Of several files of one thing the one that is furthest. */
export function useKeptVideo({ titleId, episodeId, fileId }: KeptThing): ShownVideo | null | undefined {
  return useLive<ShownVideo | null>(
    async () => shownVideo({ titleId, episodeId, fileId }),
    [titleId, episodeId, fileId],
    null,
  )
}

async function shownVideo({ titleId, episodeId, fileId }: KeptThing): Promise<ShownVideo | null> {
  const database = await personalIfAny()
  const table = database?.keptVideos
  const rows =
    fileId === undefined
      ? await table?.filter(({ title, episodeId: of }) => title.id === titleId && of === episodeId).toArray()
      : await table?.where({ fileId }).toArray()
  const some = rows?.filter(({ state }) => state !== 'leaving') ?? []
  const row = some.find(({ state }) => state === 'kept') ?? some[0]
  return database && row ? { ...row, refusal: refusalOf(row, await knownNow(database)) } : null
}

/** Whether films come over Wi-Fi alone here, and wait for it now; nothing where the browser does not tell one from the other. */
export function useWifiOnly(): { isOnly: boolean; waits: boolean } | undefined {
  const [turn, setTurn] = useState(0)
  useEffect(() => watchNetwork(() => setTurn((count) => count + 1)), [])
  const found = useLive(async () => wifiState(), [turn], NO_WISH)
  return tellsWifi() ? found : undefined
}

const NO_WISH = { isOnly: false, waits: false }

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

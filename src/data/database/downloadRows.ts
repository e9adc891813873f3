import type { TitleCard } from '#contract/titleCards.ts'
import type { Watch } from '#contract/watch.ts'

/**
 * `wanted`: to be fetched, or being fetched; `paused`: by the person; `stopped`: it cannot go on by itself; `kept`: whole;
 * `leaving`: being deleted, which is finished at the next start if it was interrupted.
 */
type DownloadState = 'wanted' | 'paused' | 'stopped' | 'kept' | 'leaving'

/**
 * Why it stopped, or does not play any more. `full`: no room on the device; `premium`: the subscription has ended; `withdrawn`:
 * the server has it no longer, or no longer lets it be kept; `session`: signed out by the server; `broken`: what came was
 * not what was promised, again and again; `unsupported`: this browser cannot keep it.
 */
export type DownloadProblem = 'full' | 'premium' | 'withdrawn' | 'session' | 'broken' | 'unsupported'

/** What a file is, in a series and beside others of the same film. */
export interface DownloadTarget {
  fileId: number
  title: TitleCard
  season: number | null
  episode: number | null
  episodeId: number | null
  /** the chosen height in px, at most */
  quality: number
}

/** A film or an episode that the person wants on this device. */
export interface Download extends DownloadTarget {
  state: DownloadState
  why: DownloadProblem | undefined
  /** the server's sentence to `why` */
  message: string | undefined
  /** Names the place of its bytes. Another quality or another version is another run: their bytes never meet. */
  run: string
  /** what a player needs to know besides the bytes, as the server said it; without links */
  watch: Watch | undefined
  /** the server's name for the bytes as they are; nothing before it was asked */
  version: string | undefined
  /** how many bytes all of it has; until it is here, what the server said */
  size: number
  /** for the screen: what of it is here is told by the place of its bytes alone */
  bytes: number
  /** how long it may be played, ms of the server's clock */
  until: number
  /** when the server was last asked whether it may be, ms on the device's clock */
  askedAt: number
  /** passes in a row that brought nothing */
  attempts: number
  /** not before this, ms on the device's clock */
  nextAt: number
  createdAt: number
  /** the server has another version by now */
  outdated: boolean
  /** The browser itself fetches it, under this name. */
  background: string | undefined
}

/** What has to be fetched for one run. */
export interface DownloadPlan {
  run: string
  /** `from`: below the signed address of the file, or absolute; `name`: on this device */
  pieces: { name: string; from: string }[]
  subtitles: { lang: string; label: string; name: string }[]
  hasThumbnails: boolean
  durationSeconds: number
}

/** Names on this device that stand for the same thing in every run. */
export const MASTER_PLAYLIST = 'master.m3u8'
export const THUMBNAIL_LIST = 'thumbnails.vtt'

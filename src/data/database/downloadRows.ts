import type { Chapter } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Watch } from '#contract/watch.ts'

/**
 * `wanted`: queued or downloading; `paused`: by the user; `stopped`: cannot continue by itself; `kept`: complete;
 * `leaving`: being deleted, which the next start finishes if it was interrupted.
 */
type DownloadState = 'wanted' | 'paused' | 'stopped' | 'kept' | 'leaving'

/**
 * Why a download stopped or no longer plays. `full`: no space; `premium`: the subscription ended; `withdrawn`: the
 * server no longer offers the file; `session`: signed out by the server; `broken`: invalid data again and again;
 * `unsupported`: the browser cannot store it; `limit`:
 * it does not fit the user's limit.
 */
export type DownloadProblem = 'full' | 'limit' | 'premium' | 'withdrawn' | 'session' | 'broken' | 'unsupported'

/** Identifies the file to download, and the episode it belongs to. */
export interface DownloadTarget {
  fileId: number
  title: TitleCard
  season: number | null
  episode: number | null
  episodeId: number | null
  /** The chosen maximum height, in px. */
  quality: number
}

/** A film or an episode that the user wants on this device. */
export interface Download extends DownloadTarget {
  state: DownloadState
  why: DownloadProblem | undefined
  /** The server's message for `why`. */
  message: string | undefined
  /** Names the segment cache. Another quality or version is another run, so segments of two versions never mix. */
  run: string
  /** The server's playback data, without links. */
  watch: Watch | undefined
  /** The server's version of the file; undefined before the first request. */
  version: string | undefined
  /** Size in bytes; the server's estimate until the download is complete. */
  size: number
  /** Progress for the screen only. The segment cache is the truth about what is stored. */
  bytes: number
  /** Playable until, in ms of the server's clock. */
  until: number
  /** When the server was last asked for permission, in ms of the device clock. */
  askedAt: number
  /** Consecutive passes without progress. */
  attempts: number
  /** Earliest next attempt, in ms of the device clock. */
  nextAt: number
  createdAt: number
  /** The server has a newer version. */
  outdated: boolean
  /** Name of the background fetch that downloads it; undefined when the app does. */
  background: string | undefined
  /** Place in the queue after the user moved it, comparable with `createdAt`. */
  queuedAt?: number | undefined
  /** A rule of its series added it, and removes it some time after it was watched. */
  isAutomatic?: boolean | undefined
  /** When this device first saw an automatic download as watched, in ms of the device clock. */
  watchedSince?: number | undefined
}

/** The next unwatched episodes of a series are kept on this device. */
export interface DownloadRule {
  titleId: number
  title: TitleCard
  /** How many episodes, beginning with the one to watch next. */
  count: number
  /** Maximum height, in px. */
  quality: number
  /** The dubbed or the other version; undefined: the one that the server would choose. */
  dub: boolean | undefined
  /** Ids of episodes whose download the user deleted: they are not downloaded again. */
  skipped: number[]
  /** The next missing episode did not fit the user's limit when the rule was applied last. */
  exceedsLimit?: boolean | undefined
}

/** The segments of one run. */
export interface DownloadPlan {
  run: string
  /** `from`: the path below the file's signed URL, or an absolute URL; `name`: the name on this device. */
  pieces: { name: string; from: string }[]
  subtitles: { lang: string; label: string; name: string }[]
  hasThumbnails: boolean
  durationSeconds: number
  /** downloads planned by earlier versions have none */
  chapters?: Chapter[] | undefined
}

/** Names that mean the same in every run. */
export const MASTER_PLAYLIST = 'master.m3u8'
export const THUMBNAIL_LIST = 'thumbnails.vtt'

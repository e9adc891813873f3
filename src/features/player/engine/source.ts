import type { Chapter, Subtitle } from '#contract/files.ts'
import type { MediaLink } from './mediaLink.ts'

/** A playable video, streamed or downloaded. */
export interface VideoSource {
  /** Changes with the file and with its location (network or device). */
  key: string
  /** Creates the link when playback starts; the engine closes it. */
  open: (onReplaced: () => void) => MediaLink
  subtitles: Subtitle[]
  /** language of the initial subtitle track, or `off` */
  defaultSubtitle: string
  thumbnails: string | null
  chapters: Chapter[]
  isDownloaded: boolean
}

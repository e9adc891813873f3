import type { Subtitle } from '#contract/files.ts'
import type { MediaLink } from './mediaLink.ts'

/** A film to be played, wherever its bytes are. */
export interface VideoSource {
  /** Another one is another film, or the same from another place. */
  key: string
  /** Made when it is played, closed when it is left. */
  open: (onReplaced: () => void) => MediaLink
  subtitles: Subtitle[]
  /** the language of the subtitles to begin with; `off` */
  defaultSubtitle: string
  thumbnails: string | null
  isDownloaded: boolean
}

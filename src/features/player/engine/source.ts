import type { Subtitle } from '#contract/files.ts'
import type { Link } from './mediaLink.ts'

/** A film to be played, wherever its bytes are. */
export interface Source {
  /** Another one is another film, or the same from another place. */
  key: string
  /** Made when it is played, closed when it is left. */
  open: (onReplaced: () => void) => Link
  subtitles: Subtitle[]
  /** the language of the subtitles to begin with; `off` */
  spokenFor: string
  thumbnails: string | null
  isKept: boolean
}

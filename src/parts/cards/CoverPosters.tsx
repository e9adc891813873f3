import type { GenreTile } from '#contract/genres.ts'
import { Picture } from '#ui/pictures/Picture.tsx'

interface Props {
  covers: GenreTile['covers']
  sizes: string
  /** on the first screen */
  first: boolean
  /** of the place each poster fills; where it stands is told by the order of the places */
  className: string | undefined
}

/** The posters that stand for a genre or a collection; they say nothing that its name does not. */
export function CoverPosters({ covers, sizes, first, className }: Props) {
  return covers.map(({ poster, posterColor }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a poster is where it stands
    <span key={at} className={className}>
      <Picture source={poster} shape="poster" alt="" sizes={sizes} color={posterColor} first={first} fill />
    </span>
  ))
}

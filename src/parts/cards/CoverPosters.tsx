import type { GenreTile } from '#contract/genres.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './CoverPosters.module.css'

interface Props {
  covers: GenreTile['covers']
  sizes: string
  /** Loads the posters eagerly, for the first screen. */
  first: boolean
  /** Sizes and positions each poster's box, by its order. */
  className: string | undefined
}

/** The posters of a genre or collection. Decorative: the name beside them says the same. */
export function CoverPosters({ covers, sizes, first, className }: Props) {
  return covers.map(({ poster, posterColor }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a poster is identified by its position
    <span key={at} className={`${styles.poster} ${className}`}>
      <Picture source={poster} shape="poster" alt="" sizes={sizes} color={posterColor} first={first} fill />
    </span>
  ))
}

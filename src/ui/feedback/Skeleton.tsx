import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** The place of something that comes, in its size. `lines`: a block of text of so many lines. */
export function Skeleton({
  inlineSize = '100%',
  blockSize,
  ratio,
  radius,
}: {
  inlineSize?: CSSProperties['inlineSize']
  blockSize?: CSSProperties['blockSize']
  /** width to height, instead of `blockSize` */
  ratio?: string
  radius?: CSSProperties['borderRadius']
}) {
  return (
    <span
      className={styles.skeleton}
      style={{ inlineSize, blockSize, aspectRatio: ratio, borderRadius: radius }}
      aria-hidden="true"
    />
  )
}

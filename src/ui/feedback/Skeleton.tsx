import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** Placeholder of loading content, in its final size. */
export function Skeleton({
  inlineSize = '100%',
  blockSize,
  ratio,
  radius,
}: {
  inlineSize?: CSSProperties['inlineSize']
  blockSize?: CSSProperties['blockSize']
  /** Width to height, instead of `blockSize`. */
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

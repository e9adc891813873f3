import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './CardSkeleton.module.css'

/** Placeholder of a title card, in its final size. */
export function CardSkeleton() {
  return (
    <div>
      <Skeleton ratio="2 / 3" radius="var(--radius-m)" />
      <div className={styles.lines}>
        <Skeleton inlineSize="82%" blockSize={12} />
        <Skeleton inlineSize="60%" blockSize={9} />
        <Skeleton inlineSize="70%" blockSize={9} />
      </div>
    </div>
  )
}

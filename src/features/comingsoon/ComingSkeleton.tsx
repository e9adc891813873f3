import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { readText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import item from './ComingItem.module.css'
import styles from './ComingSoonScreen.module.css'

const PLACEHOLDERS = 6

/** Placeholder of the months with items of final size. */
export function ComingSkeleton() {
  return (
    <div role="status" aria-label={readText.loading}>
      <ResultSummary />
      <div className={styles.month}>
        <div className={styles.name}>
          <Skeleton inlineSize={120} blockSize={20} />
        </div>
        <div className={styles.list}>
          {Array.from({ length: PLACEHOLDERS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <div key={at} className={item.item}>
              <div className={item.link}>
                <div className={item.poster} />
                <div className={item.text}>
                  <Skeleton inlineSize="45%" blockSize={24} />
                  <div className={item.name}>
                    <Skeleton inlineSize="70%" blockSize={16} />
                  </div>
                  <Skeleton inlineSize="55%" blockSize={10} />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

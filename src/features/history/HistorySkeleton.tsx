import line from '#parts/cards/TitleListItem.module.css'
import { historyText } from '#text/history.ts'
import find from '#ui/controls/FilterInput.module.css'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './HistoryScreen.module.css'
import list from './WatchedList.module.css'

const ROWS = Array.from({ length: 8 }, (_, row) => row)

/** Placeholder of the screen, in its final size. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label={historyText.loading}>
      <div className={styles.bar}>
        <div className={find.field}>
          <Skeleton blockSize={44} radius="var(--radius-m)" />
        </div>
      </div>
      <div className={styles.under}>
        <Skeleton inlineSize={72} blockSize={14} />
      </div>
      <ul className={list.lines}>
        {ROWS.map((row) => (
          <li key={row}>
            {row === 0 && (
              <div className={list.day}>
                <Skeleton inlineSize={160} blockSize={22} />
              </div>
            )}
            <div className={line.line}>
              <div className={line.link}>
                <Skeleton inlineSize={72} ratio="2 / 3" />
                <div className={line.text}>
                  <Skeleton inlineSize={180} blockSize={14} />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { filesText } from '#text/files.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './FileList.module.css'
import row from './FileRow.module.css'

const ROWS = Array.from({ length: 6 }, (_, index) => index)

/** Placeholder of the file list with its final size. */
export function FilesSkeleton() {
  return (
    <div role="status" aria-label={filesText.loading}>
      <div className={styles.bar}>
        <Skeleton inlineSize="min(100%, 320px)" blockSize={46} radius="var(--radius-m)" />
      </div>
      <ul className={styles.versions}>
        {ROWS.map((index) => (
          <li key={index} className={row.row}>
            <Skeleton inlineSize={44} blockSize={44} radius="var(--radius-full)" />
            <div className={row.text}>
              <Skeleton inlineSize={140} blockSize={16} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { Title } from '#contract/titles.ts'
import { ExpandableText } from '#parts/cards/ExpandableText.tsx'
import { titleText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './TitleBody.module.css'
import { TitleFacts } from './TitleFacts.tsx'

/** Synopsis and facts of a title, below its head. */
export function TitleBody({ title, age }: { title: Title; age: string | undefined }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <p className={styles.age} role="status">
          {age}
        </p>
        {title.synopsis !== null && <ExpandableText text={title.synopsis} label={titleText.synopsis} />}
      </div>
      <TitleFacts title={title} />
    </div>
  )
}

export function TitleBodySkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <p className={styles.age} />
        <div className={styles.lines} role="status" aria-label={titleText.synopsis}>
          <Skeleton blockSize={14} />
          <Skeleton blockSize={14} />
          <Skeleton blockSize={14} />
          <Skeleton inlineSize="60%" blockSize={14} />
        </div>
      </div>
    </div>
  )
}

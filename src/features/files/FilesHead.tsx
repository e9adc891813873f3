import type { TitleCard } from '#contract/titleCards.ts'
import { BackToTitle } from '#parts/navigation/BackToTitle.tsx'
import { filesText } from '#text/files.ts'
import { factsLine } from '#text/titleFacts.ts'
import { titlesText, titleText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './FilesHead.module.css'

/** The title of the files, with a link to its page. */
export function FilesHead({ known, isLoading }: { known: TitleCard | undefined; isLoading: boolean }) {
  if (!known) return isLoading ? <HeadSkeleton /> : null
  const name = known.titleFa || known.titleEn
  return (
    <header className={styles.head}>
      <div className={styles.poster} data-poster>
        <Picture source={known.poster} shape="poster" alt="" sizes="72px" color={known.posterColor} first />
      </div>
      <div className={styles.text}>
        <h1 className={styles.name} tabIndex={-1}>
          {filesText.title(name)}
        </h1>
        <p className={styles.facts}>
          {known.titleEn !== name && (
            <>
              <bdi dir="ltr">{known.titleEn}</bdi>
              {'، '}
            </>
          )}
          {factsLine([titlesText[known.type], titleText.year(known.year)])}
        </p>
        <BackToTitle title={known}>{filesText.toTitle}</BackToTitle>
      </div>
    </header>
  )
}

function HeadSkeleton() {
  return (
    <header className={styles.head}>
      <div className={styles.poster}>
        <Skeleton ratio="2 / 3" radius="0" />
      </div>
      <div className={styles.text}>
        <h1 className="sr-only" tabIndex={-1}>
          {filesText.unnamed}
        </h1>
        <Skeleton inlineSize="min(80%, 300px)" blockSize={28} />
        <div className={styles.gap} />
        <Skeleton inlineSize="min(60%, 200px)" blockSize={14} />
      </div>
    </header>
  )
}

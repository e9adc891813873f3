import type { CollectionCard } from '#contract/collections.ts'
import { ShareButton } from '#parts/actions/ShareButton.tsx'
import { ExpandableText } from '#parts/cards/ExpandableText.tsx'
import { collectionsText } from '#text/collections.ts'
import { factsLine } from '#text/titleFacts.ts'
import { readText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { ownColor, Picture } from '#ui/pictures/Picture.tsx'
import styles from './CollectionHead.module.css'

/** Header of a collection's page: name and description over the backdrop of its best-known title. */
export function CollectionHead({ known }: { known: CollectionCard }) {
  const color = known.covers[0]?.posterColor
  return (
    <header className={styles.head} style={ownColor(color)}>
      <div className={styles.backdrop}>
        <Picture source={known.backdrop} shape="backdrop" alt="" sizes="100vw" color={color ?? null} first fill />
      </div>
      <div className={styles.text}>
        <p className={styles.kind}>{factsLine([collectionsText.kind, collectionsText.count(known.count)])}</p>
        <h1 className={styles.name} tabIndex={-1}>
          {known.titleFa}
        </h1>
        {known.titleEn !== '' && (
          <p className={styles.latin}>
            <bdi dir="ltr">{known.titleEn}</bdi>
          </p>
        )}
        {known.description !== null && (
          <div className={styles.description}>
            <ExpandableText text={known.description} label={collectionsText.description} />
          </div>
        )}
        <div className={styles.actions}>
          <ShareButton title={known.titleFa} />
        </div>
      </div>
    </header>
  )
}

/** Placeholder of the header with its final size. */
export function CollectionHeadSkeleton() {
  return (
    <div className={styles.head}>
      <div className={styles.backdrop} />
      <div className={styles.text}>
        <h1 className="sr-only" tabIndex={-1}>
          {readText.loading}
        </h1>
        <div className={styles.kind}>
          <Skeleton inlineSize={120} blockSize={12} />
        </div>
        <div className={styles.gap}>
          <Skeleton inlineSize="min(70%, 380px)" blockSize={32} />
        </div>
        <Skeleton inlineSize="min(50%, 220px)" blockSize={14} />
        <div className={styles.description}>
          <Skeleton inlineSize="min(100%, 560px)" blockSize={14} />
        </div>
      </div>
    </div>
  )
}

import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { titlePreview, useTitlePreview } from '#parts/navigation/titlePreview.ts'
import styles from './TitlePreview.module.css'

/** Comes after the part that draws titles, which brings its style sheet. */
const TitleCurtain = lazy(async () => ({ default: (await import('./TitlePreviewContent.tsx')).TitlePreviewContent }))

/**
 * The page of a title as far as its card tells, standing ready for the next tap. For the eyes alone: who has the page read
 * aloud hears of it when it is there.
 */
export function TitlePreview() {
  const router = useRouter()
  const { isEnabled, card } = useTitlePreview()
  useEffect(() => router.subscribe('onRendered', titlePreview.hide), [router])
  if (!isEnabled) return null
  return (
    <div className={styles.preview} data-up={card ? '' : undefined} aria-hidden="true">
      <Suspense>
        <TitleCurtain card={card} />
      </Suspense>
    </div>
  )
}

import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { titlePreview, useTitlePreview } from '#parts/navigation/titlePreview.ts'
import styles from './TitlePreview.module.css'

/** Loaded after the chunk of title pages, which brings its style sheet. */
const LazyPreviewContent = lazy(async () => ({
  default: (await import('./TitlePreviewContent.tsx')).TitlePreviewContent,
}))

/** The instant title preview. Hidden from screen readers, which announce the page itself. */
export function TitlePreview() {
  const router = useRouter()
  const { isEnabled, card } = useTitlePreview()
  useEffect(() => router.subscribe('onRendered', titlePreview.hide), [router])
  if (!isEnabled) return null
  return (
    <div className={styles.preview} data-up={card ? '' : undefined} aria-hidden="true">
      <Suspense>
        <LazyPreviewContent card={card} />
      </Suspense>
    </div>
  )
}

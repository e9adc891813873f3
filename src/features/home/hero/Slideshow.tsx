import { useState } from 'react'
import type { Slide, TitleSearch } from '#contract/titles.ts'
import { slideshow } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { useAfterPaint } from '#parts/navigation/useAfterPaint.ts'
import { slideshowText } from '#text/titles.ts'
import { useDataSaver } from '#ui/browser/dataSaver.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { ForwardIcon, PauseIcon, PlayIcon, PreviousIcon } from '#ui/icons/icons.tsx'
import { HeroSlide } from './HeroSlide.tsx'
import styles from './Slideshow.module.css'
import { useSlides } from './useSlides.ts'

/** Hero slideshow. Renders nothing when its read fails or is empty (docs/product.md#screens). */
export function Slideshow({ type }: { type: TitleSearch['type'] }) {
  const view = useRead(slideshow(type))
  if (view.state === 'loading') {
    return (
      <div className={styles.hero}>
        <Skeleton blockSize="100%" radius="0" />
      </div>
    )
  }
  if (view.state !== 'ready' || view.data.length === 0) return null
  return <Slides slides={view.data} />
}

function Slides({ slides }: { slides: Slide[] }) {
  const { row, current, isPlaying, step, togglePlaying, containerHandlers, rowHandlers } = useSlides(slides.length)
  // The first picture loads alone; its neighbours follow after the paint.
  const [isFirstLoaded, setFirstLoaded] = useState(false)
  const rendersNeighbours = useAfterPaint(isPrerendered)
  const savesData = useDataSaver()
  return (
    <section
      className={styles.hero}
      aria-roledescription={slideshowText.kind}
      aria-label={slideshowText.label}
      {...containerHandlers}
    >
      <div ref={row} className={styles.slides} aria-live={isPlaying ? 'off' : 'polite'} {...rowHandlers}>
        {slides.map((slide, at) => (
          <div key={slide.id} className={styles.slot} inert={at !== current}>
            {(at === current || rendersNeighbours) && (
              <HeroSlide
                slide={slide}
                position={slideshowText.slide(at + 1, slides.length)}
                isFirst={at === 0}
                loadsPicture={at === current || (isFirstLoaded && !savesData && Math.abs(at - current) <= 1)}
                onPictureLoad={() => setFirstLoaded(true)}
              />
            )}
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.controls}>
          <button type="button" className={styles.control} onClick={() => step(-1)} aria-label={slideshowText.previous}>
            <PreviousIcon size={20} />
          </button>
          <span className={styles.marks} aria-hidden="true">
            {slides.map(({ id }, at) => (
              <span key={id} className={styles.mark} data-current={at === current || undefined} />
            ))}
          </span>
          <button type="button" className={styles.control} onClick={() => step(1)} aria-label={slideshowText.next}>
            <ForwardIcon size={20} />
          </button>
          <button
            type="button"
            className={styles.control}
            onClick={togglePlaying}
            aria-label={isPlaying ? slideshowText.pause : slideshowText.play}
          >
            {isPlaying ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
          </button>
        </div>
      )}
    </section>
  )
}

/** The prerendered page already has all slides. */
function isPrerendered(): boolean {
  return typeof document === 'undefined' || document.querySelector('[data-drawn]') !== null
}

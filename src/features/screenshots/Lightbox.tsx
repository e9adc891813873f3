import { useCallback, useContext, useRef } from 'react'
import Gallery, { type ControllerRef } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { Screenshot } from '#contract/screenshots.ts'
import { share } from '#parts/actions/share.ts'
import { screenshotsText } from '#text/screenshots.ts'
import { useDataSaver } from '#ui/browser/dataSaver.ts'
import { useCloseRequest } from '#ui/browser/useCloseRequest.ts'
import { CloseIcon, ForwardIcon, PreviousIcon, ShareIcon } from '#ui/icons/icons.tsx'
import { PictureBase } from '#ui/pictures/Picture.tsx'
import { pictureSources } from '#ui/pictures/pictureAddress.ts'
import styles from './Lightbox.module.css'
import { useBackdropTap } from './useBackdropTap.ts'

const LABELS = {
  Previous: screenshotsText.previous,
  Next: screenshotsText.next,
  Close: screenshotsText.close,
  Lightbox: screenshotsText.lightbox,
  'Photo gallery': screenshotsText.gallery,
  Carousel: screenshotsText.carousel,
  Slide: screenshotsText.slide,
  'Zoom in': screenshotsText.zoomIn,
  'Zoom out': screenshotsText.zoomOut,
}
const ICONS = {
  iconPrev: () => <PreviousIcon />,
  iconNext: () => <ForwardIcon />,
  iconClose: () => <CloseIcon />,
}

/**
 * A screenshot over the page. Swipe, pinch and arrow keys navigate; Escape, pulling down and the back button close it.
 * Load it lazily.
 */
export function Lightbox({
  name,
  shots,
  at,
  onTurn,
  onClose,
}: {
  /** the title's name */
  name: string
  shots: Screenshot[]
  at: number
  onTurn: (at: number) => void
  onClose: () => void
}) {
  const base = useContext(PictureBase)
  const frugal = useDataSaver()
  const controller = useRef<ControllerRef>(null)
  const isOver = useRef(false)
  // Escape fires twice in browsers that support close requests.
  const close = () => {
    if (isOver.current) return
    isOver.current = true
    onClose()
  }
  const fade = useCallback(() => controller.current?.close(), [])
  useCloseRequest(true, fade)
  useBackdropTap(fade)
  const slides = shots.map(({ image }, index) => {
    const srcSet = pictureSources(image, { base, shape: 'still', frugal })
    const largest = srcSet.at(-1)
    const alt = screenshotsText.shotOf(index + 1, name)
    return { alt, src: largest?.src ?? '', srcSet, ...(largest && { width: largest.width, height: largest.height }) }
  })
  return (
    <Gallery
      open
      close={close}
      index={at}
      slides={slides}
      labels={{ ...LABELS, '{index} of {total}': screenshotsText.slideOf(name) }}
      plugins={[Zoom]}
      className={styles.lightbox ?? ''}
      carousel={{ finite: true, padding: 0, imageProps: { crossOrigin: 'anonymous' } }}
      controller={{ ref: controller, closeOnPullDown: true }}
      animation={{ fade: 200, swipe: 260, navigation: 260 }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      toolbar={{
        buttons: [
          <p key="counter" className={styles.counter}>
            {screenshotsText.counter(at + 1, shots.length)}
          </p>,
          <button
            key="share"
            type="button"
            className="yarl__button"
            aria-label={screenshotsText.share}
            title={screenshotsText.share}
            onClick={() => void share({ title: screenshotsText.shotOf(at + 1, name), url: location.href })}
          >
            <ShareIcon />
          </button>,
          'zoom',
          'close',
        ],
      }}
      render={ICONS}
      on={{ view: ({ index }) => onTurn(index) }}
    />
  )
}

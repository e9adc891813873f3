import { type CSSProperties, createContext, useContext, useEffect, useRef, useState } from 'react'
import { PICTURES, type PictureShape } from '#contract/pictures.ts'
import { useReducedPictures } from '#ui/browser/dataSaver.ts'
import { applyStyle } from './applyStyle.ts'
import styles from './Picture.module.css'
import { PictureFallback } from './PictureFallback.tsx'
import { pictureAddresses } from './pictureAddress.ts'

/** What relative picture addresses stand on: the API base, set once where the app starts. */
export const PictureBase = createContext('')

/**
 * Hears when the server is in reach again: the browser tells of its own network alone, not of one that has let nobody through.
 * Set once where the app starts; answers how to stop.
 */
export const PictureReturn = createContext<(isBack: () => void) => () => void>(() => () => undefined)

/**
 * A picture of a record, in the best format and width for its place, on its own colour until it is there. It fills the
 * width it is given and keeps its shape. Missing or broken ones show a drawn stand-in; one that the network owes is
 * asked for again when the network or the server returns.
 */
export function Picture({
  source,
  shape,
  alt,
  sizes,
  color,
  first = false,
  fill = false,
  lettering,
  onLoad,
}: {
  /** The record's field; nothing when there is none. */
  source: string | null
  shape: PictureShape
  /** Empty when the words beside it say the same. */
  alt: string
  /** How wide it is shown, as in HTML. */
  sizes: string
  color?: string | null
  /** One of the pictures the page is judged by: loads at once, before others. */
  first?: boolean
  /** Fills the box around it, cut where it does not fit, instead of keeping its shape. */
  fill?: boolean
  /** The name to put on the stand-in. */
  lettering?: string
  onLoad?: () => void
}) {
  const base = useContext(PictureBase)
  const watchReturn = useContext(PictureReturn)
  const shown = useRef<HTMLImageElement>(null)
  const isFull = useRef(false)
  const frugal = useReducedPictures(() => isFull.current && hasBegun(shown.current))
  const [broken, setBroken] = useState<string | null>(null)
  const isBroken = source !== null && broken === source
  useEffect(() => {
    if (!isBroken) return
    const again = () => setBroken(null)
    addEventListener('online', again)
    const stop = watchReturn(again)
    return () => {
      removeEventListener('online', again)
      stop()
    }
  }, [isBroken, watchReturn])

  // In a page that the server has drawn it may have come, or failed to, before anybody could hear of it.
  useEffect(() => {
    const image = shown.current
    if (!image?.complete || image.currentSrc === '') return
    if (image.naturalWidth === 0) setBroken(source)
    else onLoad?.()
  }, [source, onLoad])

  const [width, height] = PICTURES[shape].ratio
  if (source === null || isBroken) {
    return <PictureFallback shape={shape} alt={alt} color={color ?? null} lettering={lettering} fill={fill} />
  }
  const { plain, sets, sizes: asShown } = pictureAddresses(source, { base, shape, sizes, frugal })
  return (
    <picture className={styles.picture}>
      {sets.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={asShown} />
      ))}
      <img
        key={source}
        className={fill ? styles.fill : styles.image}
        src={plain}
        alt={alt}
        width={width * 100}
        height={height * 100}
        ref={(image) => {
          shown.current = image
          isFull.current = !frugal
          applyStyle(image, { '--own-color': color, 'aspect-ratio': fill ? null : `${width} / ${height}` })
        }}
        crossOrigin="anonymous"
        decoding="async"
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        onLoad={onLoad}
        onError={() => setBroken(source)}
      />
    </picture>
  )
}

/** One that comes with the page is on its way from the beginning; others, until they have come, may yet wait to be in sight. */
function hasBegun(image: HTMLImageElement | null): boolean {
  return image !== null && (image.getAttribute('loading') === 'eager' || (image.complete && image.naturalWidth > 0))
}

/** A picture's own colour for the place it will fill: dimmed in the style sheet, so that no light patch flashes in the dark. */
export function ownColor(color: string | null | undefined): CSSProperties {
  return color ? ({ '--own-color': color } as CSSProperties) : {}
}

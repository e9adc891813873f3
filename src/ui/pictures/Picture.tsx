import { type CSSProperties, createContext, useContext, useEffect, useRef, useState } from 'react'
import { PICTURES, type PictureShape } from '#contract/pictures.ts'
import { useReducedPictures } from '#ui/browser/dataSaver.ts'
import { applyStyle } from './applyStyle.ts'
import styles from './Picture.module.css'
import { PictureFallback } from './PictureFallback.tsx'
import { pictureAddresses } from './pictureAddress.ts'

/** Base of relative picture addresses: the API base, provided at startup. */
export const PictureBase = createContext('')

/**
 * Subscribes to the server becoming reachable again; the browser's `online` event does not cover captive portals.
 * Provided at startup; returns the unsubscribe function.
 */
export const PictureReturn = createContext<(isBack: () => void) => () => void>(() => () => undefined)

/** Another picture for windows of the mobile layout. `widest`: widest candidate, in px. */
export interface NarrowPicture {
  source: string
  shape: PictureShape
  sizes: string
  widest: number
}

/** Media of the mobile layout (docs/specification.md, section 2) and of the other one, for pictures and preloads. */
export const NARROW_MEDIA = '(max-width: 674.98px)'
export const WIDE_MEDIA = '(min-width: 675px)'

/**
 * A record's picture in the best format and width, on its dominant colour until it is loaded. Fills the available width
 * and keeps its aspect ratio. Shows a drawn fallback for missing or broken pictures, and retries broken ones when the
 * network or the server returns.
 */
export function Picture({
  source,
  shape,
  alt,
  sizes,
  narrow,
  color,
  first = false,
  fill = false,
  lettering,
  onLoad,
}: {
  /** The record's field; null when the record has no picture. */
  source: string | null
  shape: PictureShape
  /** Empty when adjacent text says the same. */
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  narrow?: NarrowPicture | undefined
  color?: string | null
  /** A picture of the first screen (LCP): loads eagerly with high priority. */
  first?: boolean
  /** Fills and is cropped to the containing box instead of keeping its aspect ratio. */
  fill?: boolean
  /** Name lettered on the fallback. */
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
    const retry = () => setBroken(null)
    addEventListener('online', retry)
    const stop = watchReturn(retry)
    return () => {
      removeEventListener('online', retry)
      stop()
    }
  }, [isBroken, watchReturn])

  // A prerendered picture may have loaded or failed before hydration, so its events were missed.
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
  const onPhones = narrow && pictureAddresses(narrow.source, { base, ...narrow, frugal })
  return (
    <picture className={styles.picture}>
      {onPhones?.sets.map(({ type, srcSet }) => (
        <source key={type} media={NARROW_MEDIA} type={type} srcSet={srcSet} sizes={onPhones.sizes} />
      ))}
      {onPhones && <source media={NARROW_MEDIA} srcSet={onPhones.plain} />}
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

/** Eager pictures start loading with the page; lazy ones only when they are near the viewport. */
function hasBegun(image: HTMLImageElement | null): boolean {
  return image !== null && (image.getAttribute('loading') === 'eager' || (image.complete && image.naturalWidth > 0))
}

/** Dominant colour as a placeholder; the style sheet dims it to avoid a bright flash. */
export function ownColor(color: string | null | undefined): CSSProperties {
  return color ? ({ '--own-color': color } as CSSProperties) : {}
}

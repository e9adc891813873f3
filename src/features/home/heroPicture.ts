import type { PictureShape } from '#contract/pictures.ts'
import type { Slide } from '#contract/titles.ts'

/** What a slide shows: its backdrop, and where there is none its poster, as wide as a desk's window or cut to a phone's. */
export function heroPicture({ backdrop, poster }: Slide): {
  source: string | null
  shape: PictureShape
  sizes: string
} {
  const shape = backdrop === null ? 'poster' : 'backdrop'
  return { source: backdrop ?? poster, shape, sizes: '(min-width: 675px) 100vw, 640px' }
}

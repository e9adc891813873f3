import type { PictureShape } from '#contract/pictures.ts'
import type { Slide } from '#contract/titles.ts'

/** Picture of a slide: its backdrop, or its poster without one. */
export function heroPicture({ backdrop, poster }: Slide): {
  source: string | null
  shape: PictureShape
  sizes: string
} {
  const shape = backdrop === null ? 'poster' : 'backdrop'
  return { source: backdrop ?? poster, shape, sizes: '(min-width: 675px) 100vw, 640px' }
}

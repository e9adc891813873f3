import type { PictureShape } from '#contract/pictures.ts'
import type { Slide } from '#contract/titles.ts'
import type { NarrowPicture } from '#ui/pictures/Picture.tsx'

/** Twice the layout's width on a phone: more is not visible. */
const WIDEST_POSTER = 342

/** Picture of a slide: its backdrop, and on phones its lettered poster. One replaces the other where it is missing. */
export function heroPicture({ backdrop, poster }: Pick<Slide, 'backdrop' | 'poster'>): {
  source: string | null
  shape: PictureShape
  sizes: string
  narrow: NarrowPicture | undefined
} {
  return {
    source: backdrop ?? poster,
    shape: backdrop === null ? 'poster' : 'backdrop',
    sizes: '(min-width: 675px) 100vw, 640px',
    narrow: poster === null ? undefined : { source: poster, shape: 'poster', sizes: '46vw', widest: WIDEST_POSTER },
  }
}

import { contrast, nudge } from '#server/pictures/color.ts'
import { inksOf } from '#server/pictures/posterColor.ts'
import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import type { PictureSubject } from '#server/pictures/subjects.ts'

/** Five colours. `ground` fills the sheet, `deep` is the darkest, `light` the lightest, `accent` is used sparingly. */
export type Palette = { ground: string; deep: string; main: string; accent: string; light: string }

/** A subject's palette; poster and backdrop share it. */
export function paletteOf(subject: PictureSubject): Palette {
  const { row, hue, lightness } = inksOf(subject)
  const [ground, deep, main, accent, light] = row
  return {
    ground: nudge(ground, hue, lightness),
    deep: nudge(deep, hue, 0),
    main: nudge(main, hue, lightness),
    accent: nudge(accent, hue * 0.5, 0),
    light,
  }
}

/** The colour with the best contrast on this ground; the accent, if preferred, only with enough contrast. */
export function inkOn(ground: string, palette: Palette, preferAccent = false): string {
  if (preferAccent && contrast(palette.accent, ground) >= 4) return palette.accent
  return contrast(palette.light, ground) >= contrast(palette.deep, ground) ? palette.light : palette.deep
}

/** A random colour of these with enough contrast to the ground. */
export function inkAgainst(ground: string, inks: readonly [string, ...string[]], random: SeededRandom): string {
  const [first, ...rest] = inks.filter((ink) => contrast(ink, ground) >= 2.2)
  return first
    ? random.pick([first, ...rest])
    : inks.reduce((a, b) => (contrast(a, ground) > contrast(b, ground) ? a : b))
}

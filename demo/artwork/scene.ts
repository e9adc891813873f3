import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import type { Palette } from './palette.ts'

/**
 * The field of a motif, in drawing units. The motif is centred at (x, y) with half-width `reach`; the rest of the field
 * is its surroundings. `quiet` is the box of the lettering.
 */
export type Frame = {
  width: number
  height: number
  x: number
  y: number
  reach: number
  quiet: 'top' | 'bottom' | 'none'
  wide: boolean
}

export type Scene = {
  frame: Frame
  palette: Palette
  random: SeededRandom
  /** Returns an id that is unique in the picture, for clip paths and gradients. */
  id(): string
  /** Outline of the title's most complex letter, for motifs made of letters; EM units, baseline at 0. */
  letter: { d: string; width: number; top: number; bottom: number }
}

/** A motif, and the colours at its upper and lower edge for lettering. */
export type Drawing = { art: string; top: string; bottom: string }

export type LayoutName =
  | 'bleedBottom'
  | 'bleedTop'
  | 'hugeBottom'
  | 'hugeTop'
  | 'panelTop'
  | 'panelBottom'
  | 'framed'
  | 'strip'
  | 'band'
  | 'label'

/** A kind of motif. */
export type Family = {
  name: string
  /** Layouts that suit it. */
  layouts: readonly [LayoutName, ...LayoutName[]]
  /** The motif needs no surroundings: the ground is drawn for it, and it may be enlarged beyond the edges. */
  alone?: 'croppable' | 'whole'
  /** How a backdrop becomes calm on its right side: by itself, or by fading into the ground. */
  calm: 'open' | 'fade'
  draw(scene: Scene): Drawing
}

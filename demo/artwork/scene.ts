import type { Dice } from '#server/pictures/seededRandom.ts'
import type { Palette } from './palette.ts'

/**
 * The field a motif is drawn in, in drawing units. The motif stands around (x, y) and is about `reach` wide to each
 * side; the rest of the field is its surroundings. Where there is lettering, it stands at `quiet`.
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
  dice: Dice
  /** A name no other part of the picture has, for clip paths and gradients. */
  id(): string
  /** The outline of the most telling letter of the title, for motifs made of letters; EM units, baseline at 0. */
  letter: { d: string; width: number; top: number; bottom: number }
}

/** A finished motif, and the colours lettering would stand on at its upper and lower edge. */
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

/** One way to compose a picture. */
export type Family = {
  name: string
  /** Where its lettering may stand. */
  layouts: readonly [LayoutName, ...LayoutName[]]
  /** A motif that stands by itself on the ground: the ground is drawn for it, and it may be enlarged beyond the edges. */
  alone?: 'croppable' | 'whole'
  /** How a backdrop comes to rest at its right side: by itself, or by fading into the ground. */
  calm: 'open' | 'fade'
  draw(scene: Scene): Drawing
}

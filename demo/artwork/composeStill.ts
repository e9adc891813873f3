import { seededRandom } from '#server/pictures/seededRandom.ts'
import type { StillSubject } from '#server/pictures/subjects.ts'
import { backing } from './backing.ts'
import { type Composition, sceneOf } from './composeTitle.ts'
import { familyOf } from './families.ts'
import type { Typeface } from './font.ts'
import { paletteOf } from './palette.ts'
import type { Frame } from './scene.ts'
import { rect } from './svg.ts'

/** A still of a title: its palette, with another motif or another view of the same one. */
export function composeStill({ of, key }: StillSubject, typeface: Typeface): Composition {
  const [width, height] = [1600, 900]
  const random = seededRandom(`${key}/still`)
  // Chooses the motif by genre alone: the poster shows what the title names.
  const shot = { ...of, key, titleEn: '' }
  const family = familyOf(shot)
  const reach = random.between(250, family.alone === 'croppable' ? 560 : 350)
  const frame: Frame = {
    width,
    height,
    x: width * random.between(0.32, 0.68),
    y: height * random.between(0.46, 0.56),
    reach,
    quiet: 'none',
    wide: true,
  }
  const palette = paletteOf(of)
  const drawing = family.draw(sceneOf(shot, frame, palette, typeface))
  const behind = family.alone ? backing(frame, palette, random) : ''
  return { markup: rect(0, 0, width, height, palette.ground) + behind + drawing.art, width, height }
}

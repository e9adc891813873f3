import { nudge } from './color.ts'
import { type Mood, PALETTES } from './palettes.ts'
import { seededRandom } from './seededRandom.ts'
import type { PictureSubject } from './subjects.ts'

/**
 * A colour (`#rrggbb`) to show until the picture has loaded: the ground of a drawn picture. Cheap: no drawing is needed.
 */
export function posterColor(subject: PictureSubject): string {
  const { row, hue, lightness } = inksOf(subject)
  return nudge(row[0], hue, lightness)
}

/** A subject's palette, and its variation of hue and lightness. */
export function inksOf(subject: PictureSubject): { row: PaletteRow; hue: number; lightness: number } {
  if (subject.kind === 'still') return inksOf(subject.of)
  const random = seededRandom(`${subject.key}/palette`)
  const moods = subject.kind === 'title' ? moodsOf(subject.genres) : PORTRAIT_MOODS
  const row = random.pick(BY_MOOD[random.pick(moods)])
  return { row, hue: random.between(-9, 9), lightness: random.between(-0.02, 0.02) }
}

const GENRE_MOODS: Readonly<Record<string, readonly [Mood, ...Mood[]]>> = {
  action: ['blood', 'vivid', 'noir', 'gold', 'cold'],
  adventure: ['earth', 'vivid', 'green', 'cold', 'gold'],
  animation: ['vivid', 'rose', 'gold', 'green', 'cold'],
  biography: ['paper', 'earth', 'cold', 'gold'],
  comedy: ['vivid', 'gold', 'rose', 'paper'],
  crime: ['noir', 'blood', 'paper', 'gold', 'night'],
  documentary: ['paper', 'cold', 'green', 'noir'],
  drama: ['paper', 'earth', 'cold', 'blood', 'night', 'green', 'rose'],
  family: ['vivid', 'gold', 'green', 'rose'],
  fantasy: ['night', 'green', 'rose', 'gold'],
  history: ['gold', 'earth', 'blood', 'paper'],
  horror: ['noir', 'blood', 'green', 'night'],
  music: ['vivid', 'rose', 'night', 'gold'],
  musical: ['rose', 'vivid', 'gold', 'night'],
  mystery: ['night', 'noir', 'green', 'cold'],
  romance: ['rose', 'paper', 'blood', 'cold', 'night'],
  'sci-fi': ['night', 'cold', 'vivid', 'noir'],
  sport: ['vivid', 'green', 'cold', 'blood'],
  thriller: ['noir', 'blood', 'night', 'cold', 'gold'],
  war: ['earth', 'green', 'noir', 'blood'],
  western: ['earth', 'gold', 'blood', 'vivid'],
}

const ANY_MOOD: readonly [Mood, ...Mood[]] = ['paper', 'cold', 'vivid', 'earth', 'night']

const PORTRAIT_MOODS: readonly [Mood, ...Mood[]] = ['paper', 'cold', 'earth', 'rose', 'green', 'vivid', 'gold', 'night']

type PaletteRow = (typeof PALETTES)[number]

const BY_MOOD: Readonly<Record<Mood, readonly [PaletteRow, ...PaletteRow[]]>> = {
  noir: rowsOf('noir'),
  night: rowsOf('night'),
  blood: rowsOf('blood'),
  earth: rowsOf('earth'),
  gold: rowsOf('gold'),
  paper: rowsOf('paper'),
  cold: rowsOf('cold'),
  vivid: rowsOf('vivid'),
  rose: rowsOf('rose'),
  green: rowsOf('green'),
}

function rowsOf(mood: Mood): readonly [PaletteRow, ...PaletteRow[]] {
  const [first, ...rest] = PALETTES.filter(([, , , , , ...moods]) => moods.includes(mood))
  if (!first) throw new Error(`No palette feels like ${mood}`)
  return [first, ...rest]
}

/** The first genre counts twice. */
function moodsOf(genres: readonly string[]): readonly [Mood, ...Mood[]] {
  const [first, ...rest] = genres.map((genre) => GENRE_MOODS[genre] ?? ANY_MOOD)
  if (!first) return ANY_MOOD
  return [...first, ...first, ...rest.flat()]
}

/// <reference path="./subsetFont.d.ts" />
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Blob, Buffer, Direction, Face, Font, shape, Variation } from 'harfbuzzjs'
import subsetFont from 'subset-font'

/** Outline of a run of glyphs: font units, baseline at 0, y downward, starting at x = 0. */
export type Outline = { d: string; width: number; top: number; bottom: number; glyphs: number; missing: number }

/** Units of one em in every outline. */
export const EM = 1000

/** Shapes text of one direction; synchronous once the font is open. */
export type Typeface = { outline(text: string, weight: number, direction: 'rtl' | 'ltr'): Outline }

/** Opens Estedad from its package, in three files by script; once per process (about 120 ms). */
export function openTypeface(): Promise<Typeface> {
  opened ??= load()
  return opened
}

let opened: Promise<Typeface> | undefined

const SCRIPTS = ['arabic', 'latin', 'latin-ext'] as const

async function load(): Promise<Typeface> {
  const faces = await Promise.all(SCRIPTS.map(readFace))
  const remembered = new Map<string, Outline>()
  return {
    outline(text, weight, direction) {
      const name = `${weight}/${direction}/${text}`
      const known = remembered.get(name)
      if (known) return known
      if (remembered.size > 4000) remembered.clear()
      const drawn = join(splitByFace(text, faces, direction), weight, direction)
      remembered.set(name, drawn)
      return drawn
    },
  }
}

type OpenFace = { font: Font; covers: ReadonlySet<number> }

async function readFace(script: (typeof SCRIPTS)[number]): Promise<OpenFace> {
  const file = createRequire(import.meta.url).resolve(
    `@fontsource-variable/estedad/files/estedad-${script}-wght-normal.woff2`,
  )
  const face = new Face(new Blob(await subsetFont(await readFile(file), everyLetter(), { targetFormat: 'truetype' })))
  return { font: new Font(face), covers: new Set(face.collectUnicodes()) }
}

/** All characters of the font: Latin, Persian and punctuation. */
function everyLetter(): string {
  const blocks = [
    [0x20, 0x24f],
    [0x600, 0x6ff],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
  ] as const
  return blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
    .join('')
}

type Run = { text: string; face: OpenFace }

function splitByFace(text: string, faces: readonly OpenFace[], direction: 'rtl' | 'ltr'): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    if (last?.face.covers.has(code)) {
      last.text += letter
      continue
    }
    const face = faces.find((candidate) => candidate.covers.has(code)) ?? faces[0]
    if (face) runs.push({ text: letter, face })
  }
  return direction === 'rtl' ? runs.reverse() : runs
}

function join(runs: readonly Run[], weight: number, direction: 'rtl' | 'ltr'): Outline {
  const whole: Outline = { d: '', width: 0, top: 0, bottom: 0, glyphs: 0, missing: 0 }
  for (const { text, face } of runs) {
    face.font.setVariations([new Variation('wght', weight)])
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR)
    buffer.setScript(/\p{Script=Arabic}/u.test(text) ? 'Arab' : 'Latn')
    buffer.setLanguage('fa')
    shape(face.font, buffer)
    addGlyphs(whole, face.font, buffer)
  }
  return whole
}

function addGlyphs(whole: Outline, font: Font, buffer: Buffer) {
  for (const glyph of buffer.getGlyphInfosAndPositions()) {
    const x = whole.width + (glyph.xOffset ?? 0)
    const y = glyph.yOffset ?? 0
    const extents = font.glyphExtents(glyph.codepoint)
    if (extents && extents.height !== 0) {
      whole.top = Math.min(whole.top, -(y + extents.yBearing))
      whole.bottom = Math.max(whole.bottom, -(y + extents.yBearing + extents.height))
      whole.glyphs++
    }
    if (glyph.codepoint === 0) whole.missing++
    for (const { type, values } of font.glyphToJson(glyph.codepoint)) {
      whole.d += type
      whole.d += values.map((value, at) => Math.round(at % 2 === 0 ? value + x : -(value + y))).join(' ')
    }
    whole.width += glyph.xAdvance ?? 0
  }
}

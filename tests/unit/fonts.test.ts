/// <reference path="../../demo/artwork/subsetFont.d.ts" />
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { describe, expect, test } from 'vitest'

const PERSIAN = 'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیآأإؤئءةكيىۀە'
const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTS = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ'

async function openFont(file: string, letters: string): Promise<Font> {
  return new Font(new Face(new Blob(await subsetFont(await readFile(file), letters, { targetFormat: 'truetype' }))))
}

const openCommitted = (name: string, letters: string) => openFont(`src/ui/theme/fonts/${name}.woff2`, letters)

const openPackage = (script: string, letters: string) =>
  openFont(
    createRequire(import.meta.url).resolve(`@fontsource-variable/estedad/files/estedad-${script}-wght-normal.woff2`),
    letters,
  )

/** Shapes a text and returns its glyphs, the highest offset of one, and the number of outlines. */
function shaped(font: Font, text: string, weight: number) {
  font.setVariations([new Variation('wght', weight)])
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const glyphs = buffer.getGlyphInfosAndPositions()
  return {
    glyphs: glyphs.length,
    missing: glyphs.filter((glyph) => glyph.codepoint === 0).length,
    raised: Math.max(...glyphs.map((glyph) => Math.abs(glyph.yOffset ?? 0))),
    outlines: glyphs.flatMap((glyph) => font.glyphToJson(glyph.codepoint)).filter((part) => part.type === 'M').length,
    width: glyphs.reduce((sum, glyph) => sum + (glyph.xAdvance ?? 0), 0),
  }
}

describe.each([400, 500, 700])('at weight %i', (weight) => {
  test('draws every Persian letter in its four forms as one glyph with all its dots', async () => {
    const [committed, original] = await Promise.all([
      openCommitted('estedad-persian', PERSIAN),
      openPackage('arabic', PERSIAN),
    ])
    for (const letter of PERSIAN)
      for (const text of [letter, `م${letter}`, `${letter}م`, `م${letter}م`, `ب${letter}ر`, `ی${letter}ی`]) {
        if (/ل[اآأإ]/.test(text)) continue
        const drawn = shaped(committed, text, weight)
        const expected = shaped(original, text, weight)
        expect({ text, ...drawn }).toEqual({
          text,
          glyphs: text.length,
          missing: 0,
          raised: 0,
          outlines: expected.outlines,
          width: expected.width,
        })
      }
  })

  test.each([
    ['estedad-latin', LATIN],
    ['estedad-accents', ACCENTS],
  ])('draws every letter of %s as one glyph with its accent', async (name, letters) => {
    const [committed, original] = await Promise.all([openCommitted(name, letters), openPackage('latin', letters)])
    for (const letter of letters) {
      const { outlines, width } = shaped(original, letter, weight)
      expect({ letter, ...shaped(committed, letter, weight) }).toEqual({
        letter,
        glyphs: 1,
        missing: 0,
        raised: 0,
        outlines,
        width,
      })
    }
  })
})

import { CARD } from './app.ts'
import { expect, test } from './scenario.ts'

/** Parts of each letter that do not touch: its body and its dots or marks. */
const PARTS: Record<string, number> = Object.fromEntries(
  Object.entries({ 1: 'احدرسصطعکلموه', 2: 'آأؤئبجخذزضظغفن', 3: 'تق', 4: 'پثچژش' }).flatMap(([count, letters]) =>
    [...letters].map((letter) => [letter, Number(count)]),
  ),
)

test('every Persian letter is drawn with all its dots, in each of its forms', async ({ tab }) => {
  await tab.goto('/')
  await tab.sees(CARD)
  const found = await tab.evaluate(drawn, Object.keys(PARTS))
  const expected = Object.entries(PARTS).flatMap(([letter, parts]) =>
    [0, 1, 2, 3].map((form) => ({ letter, form, parts })),
  )
  expect(found).toEqual(expected)
})

/** The parts of each letter in its isolated, initial, medial and final form, as drawn on a canvas. */
async function drawn(letters: string[]) {
  const joiner = '‍'
  const size = 160
  const font = `500 ${size * 0.5}px Estedad`
  await document.fonts.load(font, letters.join(''))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.font = font
  context.textAlign = 'center'
  context.direction = 'rtl'
  return letters.flatMap((letter) =>
    [letter, letter + joiner, joiner + letter + joiner, joiner + letter].map((text, form) => {
      context.clearRect(0, 0, size, size)
      context.fillText(text, size / 2, size * 0.6)
      return { letter, form, parts: countParts(context.getImageData(0, 0, size, size).data) }
    }),
  )

  /** The groups of connected dark pixels. */
  function countParts(pixels: Uint8ClampedArray): number {
    const isInk = (at: number) => (pixels[at * 4 + 3] ?? 0) > 128
    const seen = new Set<number>()
    let parts = 0
    for (let start = 0; start < size * size; start++) {
      if (!isInk(start) || seen.has(start)) continue
      parts++
      const open = [start]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seen.has(at) || !isInk(at)) continue
        seen.add(at)
        open.push(at - 1, at + 1, at - size, at + size)
      }
    }
    return parts
  }
}

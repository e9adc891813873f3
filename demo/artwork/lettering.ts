import { EM, type Outline, type Typeface } from './font.ts'
import { setLine, stretch, wordsOf } from './persianWords.ts'
import { num } from './svg.ts'

export type Box = { x: number; y: number; width: number; height: number }

export type Align = 'right' | 'center' | 'left'

/** How a title fills its zone. */
export type Setting = {
  /** `even`: one size; `justified`: every line as wide as the zone; `stack`: a word a line; `stretched`: long joints. */
  manner: 'even' | 'justified' | 'stack' | 'stretched'
  weight: number
  align: Align
  valign: 'top' | 'bottom' | 'middle'
  /** Maximum font size, in drawing units. */
  largest: number
}

/** Path of the lettering without a fill, and its bounding box. */
export type Lettering = { d: string; box: Box }

/** Breaks, sizes and places a Persian title so that it fills its zone. */
export function letterTitle(title: string, zone: Box, setting: Setting, typeface: Typeface): Lettering {
  const [main, rest] = splitTitle(title)
  if (rest === undefined) return letterPart(main, zone, setting, typeface)
  const share = setting.manner === 'stack' ? 0.78 : 0.7
  const upper = { ...zone, height: zone.height * share - 12 }
  const lower = { ...zone, y: zone.y + zone.height * share, height: zone.height * (1 - share) }
  const first = letterPart(main, upper, { ...setting, valign: 'bottom' }, typeface)
  const small = { ...setting, manner: 'even', weight: Math.max(400, setting.weight - 300), valign: 'top' } as const
  const second = letterPart(rest, lower, { ...small, largest: Math.min(54, setting.largest * 0.5) }, typeface)
  const used = { ...zone, y: first.box.y, height: second.box.y + second.box.height - first.box.y }
  const shift = shiftInto(zone, used.height, setting.valign) - used.y
  const d = `<g transform="translate(0 ${num(shift)})">${first.d}${second.d}</g>`
  return { d, box: { ...used, y: used.y + shift } }
}

/** Splits at the colon: «ارباب حلقه‌ها» and «یاران حلقه». */
function splitTitle(title: string): [string, string?] {
  const match = /^(.{2,}?)\s*[:–—]\s+(.{2,})$/u.exec(title)
  if (match?.[1] && match[2]) return [match[1], match[2]]
  return [title]
}

/** One small line, Latin or digits, anchored at x with its baseline at y; shrinks to fit. */
export function letterLine(
  text: string,
  position: { x: number; y: number; align: Align; size: number; width: number; weight: number },
  typeface: Typeface,
): string {
  const outline = typeface.outline(text, position.weight, /\p{Script=Arabic}\p{L}/u.test(text) ? 'rtl' : 'ltr')
  const size = Math.min(position.size, (position.width / outline.width) * EM)
  return pathAt(outline, position.x - (outline.width / EM) * size * ALIGN_SHARE[position.align], position.y, size)
}

const ALIGN_SHARE = { right: 1, center: 0.5, left: 0 } as const

type SetLine = { outline: Outline; size: number }

function letterPart(title: string, zone: Box, setting: Setting, typeface: Typeface): Lettering {
  const lines = bestLines(wordsOf(title), zone, setting, typeface)
  const height = blockHeight(lines)
  let baseline = shiftInto(zone, height, setting.valign)
  let d = ''
  let widest = 0
  lines.forEach(({ outline, size }, at) => {
    const before = lines[at - 1]
    baseline += before ? leading(before, { outline, size }) : (-outline.top / EM) * size
    const width = (outline.width / EM) * size
    widest = Math.max(widest, width)
    d += pathAt(outline, zone.x + (zone.width - width) * ALIGN_SHARE[setting.align], baseline, size)
  })
  const x = zone.x + (zone.width - widest) * ALIGN_SHARE[setting.align]
  return { d, box: { x, y: shiftInto(zone, height, setting.valign), width: widest, height } }
}

function shiftInto(zone: Box, height: number, valign: Setting['valign']): number {
  if (valign === 'top') return zone.y
  return valign === 'bottom' ? zone.y + zone.height - height : zone.y + (zone.height - height) / 2
}

function pathAt(outline: Outline, x: number, baseline: number, size: number): string {
  const scale = Math.round((size / EM) * 100000) / 100000
  return `<path transform="translate(${num(x)} ${num(baseline)}) scale(${scale})" d="${outline.d}"/>`
}

/** Tries every line break and keeps the one with the largest font and the most even lines. */
function bestLines(words: readonly string[], zone: Box, setting: Setting, typeface: Typeface): SetLine[] {
  let best: { lines: SetLine[]; score: number } | undefined
  for (const broken of waysToBreak(words, setting.manner === 'stack')) {
    const outlines = broken.map((line) => setLine(line, setting.weight, typeface))
    const lines = sized(
      setting.manner === 'stretched' ? stretched(broken, outlines, zone, setting, typeface) : outlines,
      zone,
      setting,
    )
    const score = scoreOf(lines, zone)
    if (!best || score > best.score) best = { lines, score }
  }
  return best?.lines ?? []
}

function waysToBreak(words: readonly string[], onePerLine: boolean): string[][][] {
  if (onePerLine && words.length <= 4) return [words.map((word) => [word])]
  const gaps = Math.min(words.length - 1, 9)
  const ways: string[][][] = []
  for (let mask = 0; mask < 1 << gaps; mask++) {
    const lines: string[][] = [[]]
    words.forEach((word, at) => {
      lines.at(-1)?.push(word)
      if (at < gaps && mask & (1 << at)) lines.push([])
    })
    if (lines.length <= 5) ways.push(lines)
  }
  return ways
}

function sized(outlines: readonly Outline[], zone: Box, setting: Setting): SetLine[] {
  const widest = Math.max(...outlines.map((outline) => outline.width))
  const lines = outlines.map((outline) => {
    const full = (zone.width / (setting.manner === 'justified' ? outline.width : widest)) * EM
    return { outline, size: Math.min(full, setting.largest * (setting.manner === 'justified' ? 1.5 : 1)) }
  })
  const height = blockHeight(lines)
  const shrink = Math.min(1, zone.height / height)
  return lines.map(({ outline, size }) => ({ outline, size: size * shrink }))
}

/** Extends one joint per line to fill the zone's width. */
function stretched(
  broken: readonly string[][],
  outlines: readonly Outline[],
  zone: Box,
  setting: Setting,
  typeface: Typeface,
): Outline[] {
  const wanted = (zone.width / setting.largest) * EM
  const joint = setLine(['بـــــب'], setting.weight, typeface).width - setLine(['بب'], setting.weight, typeface).width
  return outlines.map((outline, at) => {
    const line = broken[at] ?? []
    const times = Math.max(0, Math.min(9, Math.floor(((wanted - outline.width) / joint) * 5)))
    if (times === 0) return outline
    const longest = line.reduce((found, word) => (stretch(word, 1) !== word ? word : found), '')
    return setLine(
      line.map((word) => (word === longest ? stretch(word, times) : word)),
      setting.weight,
      typeface,
    )
  })
}

/** Distance between baselines: lines nearly touch but never overlap. */
function leading(upper: SetLine, lower: SetLine): number {
  const ink = (upper.outline.bottom / EM) * upper.size - (lower.outline.top / EM) * lower.size
  return ink + Math.min(upper.size, lower.size) * 0.09
}

function blockHeight(lines: readonly SetLine[]): number {
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return 0
  const steps = lines.slice(1).reduce((sum, line, at) => sum + leading(lines[at] ?? line, line), 0)
  return (-first.outline.top / EM) * first.size + steps + (last.outline.bottom / EM) * last.size
}

/** Prefers a large ink area; penalizes uneven lines and short leftover words. */
function scoreOf(lines: readonly SetLine[], zone: Box): number {
  const widths = lines.map(({ outline, size }) => (outline.width / EM) * size)
  const sizes = lines.map(({ size }) => size)
  const area = widths.reduce((sum, width, at) => sum + width * (sizes[at] ?? 0), 0) / (zone.width * zone.height)
  const ragged = Math.min(...widths) / Math.max(...widths)
  const uneven = Math.min(...sizes) / Math.max(...sizes)
  return area * (0.72 + 0.28 * ragged) * (0.6 + 0.4 * uneven)
}

import type { Typeface } from '#demo/artwork/font.ts'
import { circle, group, onCircle, path, rect, ring, stroke } from '#demo/artwork/svg.ts'
import { desert } from './scenes/desert.ts'
import { garden } from './scenes/garden.ts'
import type { Scene } from './scenes/ground.ts'
import { mountain } from './scenes/mountain.ts'
import { sea } from './scenes/sea.ts'
import { town } from './scenes/town.ts'
import { between, ease, HIGH, REEL_SECONDS, SCENE_SECONDS, WIDE } from './time.ts'

const SCENES: readonly Scene[] = [desert, sea, mountain, town, garden]
/** The curtain closes this long before the end of a scene and opens as long after its start, in seconds. */
const CURTAIN = 1.1
const FOLDS = 7
const digits = new Intl.NumberFormat('fa', { minimumIntegerDigits: 2, useGrouping: false })

/** The frame of the sample film at `at` seconds, as an SVG document. */
export function frameAt(at: number, typeface: Typeface, name: string): string {
  const scene = SCENES[Math.floor(at / SCENE_SECONDS) % SCENES.length] ?? desert
  const since = at % SCENE_SECONDS
  const open = ease(since, 0, CURTAIN) * (1 - ease(since, SCENE_SECONDS - CURTAIN, SCENE_SECONDS))
  const markup = scene(since) + curtain(open) + clock(at, typeface) + label(typeface, name)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}">${markup}</svg>`
}

/** Two halves: closed at 0, open at 1. */
function curtain(open: number): string {
  if (open >= 1) return ''
  const width = between(WIDE / 2, 0, open)
  const fold = width / FOLDS
  const half = Array.from({ length: FOLDS }, (_, one) => {
    const left = one * fold
    return (
      rect(left, 0, fold + 1, HIGH, one % 2 === 0 ? '#0f5c55' : '#0b4742') +
      rect(left + fold * 0.62, 0, fold * 0.38, HIGH, '#083a36')
    )
  }).join('')
  const hem = rect(0, HIGH - 54, width, 12, '#d8b25c')
  return group(half + hem, '') + group(half + hem, `transform="translate(${WIDE} 0) scale(-1 1)"`)
}

/** A dial that turns once per film, and the seconds. */
function clock(at: number, typeface: Typeface): string {
  const [x, y, radius] = [1790, 126, 54]
  const [toX, toY] = onCircle(x, y, radius, (at / REEL_SECONDS) * 360 - 90)
  const arc = `M${x} ${y - radius}A${radius} ${radius} 0 ${at > REEL_SECONDS / 2 ? 1 : 0} 1 ${toX.toFixed(1)} ${toY.toFixed(1)}`
  return (
    circle(x, y, 84, '#0d1117', 'opacity="0.62"') +
    ring(x, y, radius, '#ffffff', 6, 'opacity="0.25"') +
    stroke(arc, '#35c2ae', 9, 'stroke-linecap="round"') +
    words(typeface, digits.format(Math.floor(at)), { x, y: y + 17, size: 50, anchor: 'middle' })
  )
}

function label(typeface: Typeface, name: string): string {
  return (
    rect(60, 78, 300, 92, '#0d1117', 'rx="46" opacity="0.62"') +
    words(typeface, name, { x: 210, y: 138, size: 42, anchor: 'middle' })
  )
}

function words(typeface: Typeface, text: string, at: { x: number; y: number; size: number; anchor: 'middle' }): string {
  const outline = typeface.outline(text, 600, /^[\d۰-۹]/.test(text) ? 'ltr' : 'rtl')
  const scale = at.size / 1000
  return group(
    path(outline.d, '#ffffff'),
    `transform="translate(${(at.x - (outline.width * scale) / 2).toFixed(1)} ${at.y}) scale(${scale})"`,
  )
}

import { contrast, lightnessOf, mix } from '#server/pictures/color.ts'
import { type SeededRandom, seededRandom } from '#server/pictures/seededRandom.ts'
import type { TitleSubject } from '#server/pictures/subjects.ts'
import { backing } from './backing.ts'
import { familyOf } from './families.ts'
import type { Typeface } from './font.ts'
import { type Layout, layOut, SHEET } from './layouts.ts'
import { letterLine, letterTitle } from './lettering.ts'
import { inkOn, type Palette, paletteOf } from './palette.ts'
import type { Drawing, Family, Frame, LayoutName, Scene } from './scene.ts'
import { clipped, group, rect } from './svg.ts'

/** SVG markup without its root element, and its size in drawing units. */
export type Composition = { markup: string; width: number; height: number }

/** A title's poster: motif, Persian lettering, Latin title and year. */
export function composePoster(subject: TitleSubject, typeface: Typeface, family = familyOf(subject)): Composition {
  const random = seededRandom(`${subject.key}/layout`)
  const palette = paletteOf(subject)
  const layout = layOut(layoutFor(family, random), random)
  const frame = family.alone === 'croppable' ? enlarged(layout.frame, random) : layout.frame
  const drawing = family.draw(sceneOf(subject, frame, palette, typeface))
  const sheet = sheetColor(palette, drawing, layout, random)
  const field = random.pick([palette.light, palette.deep, palette.accent])
  const { x, y } = layout.art
  const art = clipped(
    'art',
    rect(0, 0, layout.art.width, layout.art.height, '#fff'),
    rect(0, 0, layout.art.width, layout.art.height, palette.ground) +
      (family.alone ? backing(frame, palette, random) : '') +
      drawing.art,
  )
  const markup =
    rect(0, 0, SHEET.width, SHEET.height, sheet) +
    group(art, `transform="translate(${x} ${y})"`) +
    (layout.field ? rect(layout.field.x, layout.field.y, layout.field.width, layout.field.height, field) : '') +
    letters(subject, layout, colorUnder(layout, drawing, sheet, field), palette, typeface, random)
  return { markup, ...SHEET }
}

/** The poster's motif and palette in a wide frame without lettering; calm on the right side and in the lower third. */
export function composeBackdrop(subject: TitleSubject, typeface: Typeface, family = familyOf(subject)): Composition {
  const palette = paletteOf(subject)
  const [width, height] = [1600, 900]
  const frame = wideFrame(width, height, family, seededRandom(`${subject.key}/wide`))
  const drawing = family.draw(sceneOf(subject, frame, palette, typeface))
  const bright = lightnessOf(palette.ground) > 0.62
  const rest = mix(palette.ground, palette.deep, bright ? 0.72 : 0.55)
  const veil = family.calm === 'fade' ? [0, 0.86, 0.96] : bright ? [0, 0.5, 0.74] : [0, 0.3, 0.5]
  const behind = family.alone ? backing(frame, palette, seededRandom(`${subject.key}/backing`)) : ''
  const markup = `${rect(0, 0, width, height, palette.ground)}${behind}${drawing.art}
<linearGradient id="side" x1="0" x2="1" y1="0" y2="0"><stop offset="0.34" stop-color="${rest}" stop-opacity="${veil[0]}"/><stop offset="0.78" stop-color="${rest}" stop-opacity="${veil[1]}"/><stop offset="1" stop-color="${rest}" stop-opacity="${veil[2]}"/></linearGradient>
<linearGradient id="foot" x1="0" x2="0" y1="0" y2="1"><stop offset="0.55" stop-color="${palette.deep}" stop-opacity="0"/><stop offset="1" stop-color="${palette.deep}" stop-opacity="0.6"/></linearGradient>
${rect(0, 0, width, height, 'url(#side)')}${rect(0, 0, width, height, 'url(#foot)')}`
  return { markup, width, height }
}

/** A motif without surroundings is drawn large at the left, away from the text; others fill the frame. */
function wideFrame(width: number, height: number, family: Family, random: SeededRandom): Frame {
  const shared = { width, height, quiet: 'none', wide: true } as const
  if (!family.alone) return { ...shared, x: 500, y: 400, reach: 310 }
  const reach = family.alone === 'croppable' ? random.between(340, 520) : 345
  return { ...shared, x: random.between(400, 500), y: Math.min(420, 60 + reach * random.between(0.75, 0.98)), reach }
}

/** Draws a motif; the subject's key seeds its randomness. */
export function sceneOf(subject: TitleSubject, frame: Frame, palette: Palette, typeface: Typeface): Scene {
  let ids = 0
  return {
    frame,
    palette,
    random: seededRandom(`${subject.key}/motif`),
    id: () => `m${ids++}`,
    letter: typeface.outline(tellingLetter(subject.titleFa), 900, 'rtl'),
  }
}

/** Sometimes enlarges a motif beyond the sheet's edge, never into the lettering. */
function enlarged(frame: Frame, random: SeededRandom): Frame {
  if (!random.chance(0.42)) return frame
  const grown = random.between(1.3, 1.75)
  const reach = frame.reach * grown
  const free =
    frame.quiet === 'bottom'
      ? frame.y + frame.reach - reach
      : frame.quiet === 'top'
        ? frame.y - frame.reach + reach
        : frame.y
  return { ...frame, reach, x: frame.x + random.sign() * frame.width * random.between(0, 0.3), y: free }
}

/** The paper around a panel: a colour of the palette that contrasts with the panel's edge. */
function sheetColor({ ground, light, deep }: Palette, drawing: Drawing, layout: Layout, random: SeededRandom): string {
  const [first, ...rest] = [light, ground, light, deep].filter(
    (ink) => layout.on !== 'sheet' || [drawing.top, drawing.bottom].every((edge) => contrast(ink, edge) > 1.2),
  )
  return first ? random.pick([first, ...rest]) : light
}

function colorUnder(layout: Layout, drawing: Drawing, sheet: string, field: string): string {
  return { top: drawing.top, bottom: drawing.bottom, sheet, field }[layout.on]
}

function letters(
  subject: TitleSubject,
  layout: Layout,
  under: string,
  palette: Palette,
  typeface: Typeface,
  random: SeededRandom,
): string {
  const ink = inkOn(under, palette, random.chance(0.35))
  const quietInk = contrast(ink, under) > 4.5 ? ink : inkOn(under, palette)
  const { left, right, y, latin } = layout.caption
  const year = subject.year.toLocaleString('fa-IR', { useGrouping: false })
  const small = { size: 23, weight: 500 }
  if (layout.turned) {
    const { zone } = layout
    const flat = { x: 0, y: 0, width: zone.height, height: zone.width }
    const title = letterTitle(subject.titleFa, flat, layout.setting, typeface).d
    const line = letterLine(subject.titleEn, { x: 0, y: -12, align: 'left', width: 500, ...small, size: 18 }, typeface)
    const turned = `transform="translate(${zone.x} ${zone.y + zone.height}) rotate(-90)"`
    const foot = letterLine(
      year,
      { x: (left + right) / 2, y, align: 'center', width: 110, ...small, size: 32 },
      typeface,
    )
    return (
      group(title, `fill="${ink}" ${turned}`) +
      group(line, `fill="${quietInk}" ${turned}`) +
      group(foot, `fill="${quietInk}"`)
    )
  }
  const title = group(letterTitle(subject.titleFa, layout.zone, layout.setting, typeface).d, `fill="${ink}"`)
  const other = latin === 'left' ? 'right' : 'left'
  const at = { left, right }
  const width = right - left - 90
  return (
    title +
    group(
      letterLine(subject.titleEn, { x: at[latin], y, align: latin, width, ...small }, typeface) +
        letterLine(year, { x: at[other], y, align: other, width: 80, ...small }, typeface),
      `fill="${quietInk}"`,
    )
  )
}

/** Full-bleed layouts are twice as likely as framed ones. */
function layoutFor(family: Family, random: SeededRandom): LayoutName {
  const [first, ...rest] = family.layouts
  const filling = rest.filter((name) => name.startsWith('bleed') || name.startsWith('huge'))
  return random.pick([first, ...rest, ...filling])
}

/** The letter with the most complex isolated shape: an alef is only a bar. */
function tellingLetter(title: string): string {
  const letters = [...title].filter((letter) => /\p{Script=Arabic}/u.test(letter) && /\p{L}/u.test(letter))
  const order = 'عغحجخچهمکگقفسشصضطظنیلوپبتث'
  return letters.sort((a, b) => ((order.indexOf(a) + 40) % 40) - ((order.indexOf(b) + 40) % 40))[0] ?? 'ن'
}

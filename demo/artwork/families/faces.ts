import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, moved, num, path, polygon, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** The profile of an invented face, looking left, chin at the bottom. Fits a square with side 2. */
const PROFILE =
  'M0.1 -1C-0.32 -1.02 -0.6 -0.72 -0.6 -0.38C-0.6 -0.26 -0.66 -0.16 -0.74 -0.02C-0.78 0.05 -0.74 0.09 -0.64 0.11C-0.66 0.18 -0.68 0.22 -0.64 0.26C-0.68 0.3 -0.67 0.34 -0.62 0.37C-0.64 0.5 -0.6 0.62 -0.42 0.62C-0.28 0.62 -0.2 0.62 -0.16 0.7C-0.1 0.82 -0.14 0.95 -0.22 1.1L0.62 1.1C0.5 0.8 0.5 0.6 0.58 0.4C0.76 0 0.78 -0.98 0.1 -1Z'

/** Faces inside faces, or two that look at each other. */
export const profiles: Family = {
  name: 'profiles',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'strip'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const face = (ink: string, scale: number, dx: number, dy: number, way: number) =>
      `<path d="${PROFILE}" fill="${ink}" transform="translate(${num(x + dx)} ${num(y + dy)}) scale(${num(scale * way)} ${num(scale)})"/>`
    const way = random.sign()
    let art = ''
    const kind = random.pick(['nested', 'facing', 'striped', 'row'] as const)
    if (kind === 'nested') {
      const inks = random.pick([
        [deep, main, accent, light],
        [main, deep, light, accent],
        [light, accent, main, deep],
      ] as const)
      inks.forEach((ink, at) => {
        const scale = reach * (1.02 - at * 0.23)
        art += face(ink, scale, way * reach * 0.06 * at, reach * 0.06 * at, way)
      })
    } else if (kind === 'striped') {
      const lines = count(26).map((at) =>
        rect(0, y - reach * 1.1 + at * reach * 0.09, width, reach * (0.012 + 0.0028 * at), deep),
      )
      art += circle(x + way * reach * 0.5, y - reach * 0.4, reach * 0.5, accent)
      art += face(main, reach, 0, 0, way) + clipped(id(), face('#fff', reach, 0, 0, way), lines.join(''))
    } else if (kind === 'row') {
      const inks = random.pick([
        [light, accent, deep],
        [main, deep, accent],
        [accent, light, main],
      ] as const)
      inks.forEach((ink, at) => {
        art += face(ink, reach * 0.98, way * reach * (0.42 - at * 0.34), 0, way)
      })
    } else {
      art += circle(x, y, reach * random.between(0.4, 0.7), light)
      art +=
        face(deep, reach * 0.92, -reach * 0.72, 0, -1) +
        face(inkAgainst(ground, [main, accent], random), reach * 0.92, reach * 0.72, 0, 1)
    }
    const foot = y + reach * 1.08
    if (quiet === 'bottom') art += rect(0, foot, width, height - foot, ground)
    return { art, top: ground, bottom: ground }
  },
}

/** Comedy and tragedy in one mask, split down the middle. */
export const masks: Family = {
  name: 'masks',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const [wide, tall] = [reach * random.between(0.72, 0.86), reach * random.between(0.92, 1.05)]
    const shape = random.pick([
      `M${num(-wide)} ${num(-tall * 0.8)}Q0 ${num(-tall * 1.1)} ${num(wide)} ${num(-tall * 0.8)}Q${num(wide * 1.05)} ${num(tall * 0.6)} 0 ${num(tall)}Q${num(-wide * 1.05)} ${num(tall * 0.6)} ${num(-wide)} ${num(-tall * 0.8)}Z`,
      `M${num(-wide)} 0A${num(wide)} ${num(tall)} 0 1 1 ${num(wide)} 0A${num(wide)} ${num(tall)} 0 1 1 ${num(-wide)} 0Z`,
      `M${num(-wide)} ${num(-tall)}H${num(wide)}V${num(tall * 0.2)}A${num(wide)} ${num(tall * 0.8)} 0 0 1 ${num(-wide)} ${num(tall * 0.2)}Z`,
    ])
    const [one, two] = random.pick([
      [light, deep],
      [main, light],
      [accent, deep],
      [light, main],
    ] as const)
    const shown = (ink: string) => (ink === deep ? light : deep)
    const eyeAt = (side: number, ink: string) =>
      random.pick([
        path(
          `M${num(side * wide * 0.16)} ${num(-tall * 0.2)}Q${num(side * wide * 0.44)} ${num(-tall * 0.46)} ${num(side * wide * 0.74)} ${num(-tall * 0.2)}Z`,
          ink,
        ),
        circle(side * wide * 0.44, -tall * 0.26, wide * 0.17, ink),
        polygon(
          [
            [side * wide * 0.2, -tall * 0.34],
            [side * wide * 0.7, -tall * 0.26],
            [side * wide * 0.2, -tall * 0.16],
          ],
          ink,
        ),
      ])
    const mouth = (side: number, ink: string, up: number) =>
      path(
        `M0 ${num(tall * 0.42)}Q${num(side * wide * 0.4)} ${num(tall * (0.42 + 0.12 * up))} ${num(side * wide * 0.55)} ${num(tall * (0.42 - 0.2 * up))}Q${num(side * wide * 0.42)} ${num(tall * (0.52 + 0.28 * up))} 0 ${num(tall * 0.58)}Z`,
        ink,
      )
    const half = (side: number, ink: string, up: number) =>
      clipped(
        id(),
        rect(side < 0 ? -reach * 2 : 0, -reach * 2, reach * 2, reach * 4, '#fff'),
        path(shape, ink) + eyeAt(side, shown(ink)) + mouth(side, shown(ink), up),
      )
    const up = random.sign()
    let face = half(-1, one, up) + half(1, two, -up)
    if (random.chance(0.6))
      face += path(`M0 ${num(-tall * 0.3)}L${num(wide * 0.16)} ${num(tall * 0.2)}L0 ${num(tall * 0.2)}Z`, accent)
    if (random.chance(0.4)) face += circle(-wide * 0.5, tall * 0.14, wide * 0.13, accent)
    const art =
      (random.chance(0.4) ? circle(x, y, reach * 1.08, mix(ground, main, 0.45)) : '') +
      moved(face, x, y, 1, random.between(-12, 12))
    return { art, top: ground, bottom: ground }
  },
}

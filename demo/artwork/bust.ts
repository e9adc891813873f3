import { contrast, mix } from '#server/pictures/color.ts'
import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import { inkAgainst, type Palette } from './palette.ts'
import { circle, clipped, count, ellipse, num, path, polygon, rect, stroke } from './svg.ts'

/** Position and proportions of a head, in units of the 400 × 400 field. */
export type Build = {
  x: number
  y: number
  rx: number
  ry: number
  lean: number
  side: number
  skin: string
  shade: string
  hair: string
  cloth: string
}

/** Chooses the proportions of a bust at random; never the likeness of a real person. */
export function rollBuild(palette: Palette, random: SeededRandom): Build {
  const { ground, deep, main, accent, light } = palette
  const skin = inkAgainst(ground, [light, light, main, accent], random)
  const cloth = inkAgainst(
    ground,
    [deep, accent, main].filter((ink) => ink !== skin).concat(light) as [string, ...string[]],
    random,
  )
  return {
    x: 200 + random.between(-14, 14),
    y: random.between(150, 168),
    rx: random.between(64, 76),
    ry: random.between(84, 98),
    lean: random.between(-7, 7),
    side: random.sign(),
    skin,
    shade: mix(skin, deep, random.between(0.35, 0.6)),
    hair: contrast(deep, skin) > 1.9 ? deep : light,
    cloth,
  }
}

/** Shoulders and clothing. */
export function shoulders(
  { x, y, ry, cloth, skin, shade, side }: Build,
  { deep, light, ground }: Palette,
  random: SeededRandom,
  id: () => string,
): string {
  const top = y + ry * 0.98
  const wide = random.between(140, 172)
  const drop = random.between(44, 84)
  const shape = random.pick([
    `M${num(x - wide)} 410C${num(x - wide)} ${num(top + drop)} ${num(x - 70)} ${num(top + 26)} ${num(x - 30)} ${num(top + 12)}L${num(x + 30)} ${num(top + 12)}C${num(x + 70)} ${num(top + 26)} ${num(x + wide)} ${num(top + drop)} ${num(x + wide)} 410Z`,
    `M${num(x - wide)} 410L${num(x - wide + 14)} ${num(top + 66)}Q${num(x - wide + 24)} ${num(top + 40)} ${num(x - 34)} ${num(top + 14)}L${num(x + 34)} ${num(top + 14)}Q${num(x + wide - 24)} ${num(top + 40)} ${num(x + wide - 14)} ${num(top + 66)}L${num(x + wide)} 410Z`,
    `M${num(x - wide)} 410A${num(wide)} ${num(410 - top - 12)} 0 0 1 ${num(x + wide)} 410Z`,
    `M${num(x - wide - 20)} 410L${num(x)} ${num(top - 8)}L${num(x + wide + 20)} 410Z`,
  ])
  const shadow = rect(side > 0 ? x : 0, 0, side > 0 ? 400 - x : x, 410, deep, 'fill-opacity="0.22"')
  const other = mix(cloth, cloth === light ? deep : light, 0.75)
  const worn = random.pick([
    '',
    polygon(
      [
        [x - 34, top + 8],
        [x, top + 92],
        [x + 34, top + 8],
      ],
      skin,
    ),
    polygon(
      [
        [x - 40, top + 10],
        [x, top + 150],
        [x + 40, top + 10],
      ],
      other,
    ) +
      polygon(
        [
          [x - 9, top + 40],
          [x + 9, top + 40],
          [x + 13, 410],
          [x - 13, 410],
        ],
        random.pick([deep, ground]),
      ),
    polygon(
      [
        [x - 38, top + 4],
        [x - 62, top + 30],
        [x - 8, top + 74],
        [x, top + 40],
      ],
      other,
    ) +
      polygon(
        [
          [x + 38, top + 4],
          [x + 62, top + 30],
          [x + 8, top + 74],
          [x, top + 40],
        ],
        other,
      ),
    count(7)
      .map((at) => rect(0, top + 30 + at * 30, 400, 13, other))
      .join(''),
    stroke(`M${num(x - 46)} ${num(top + 16)}Q${num(x)} ${num(top + 64)} ${num(x + 46)} ${num(top + 16)}`, other, 22),
  ])
  const neck = `M${num(x - 30)} ${num(y + ry * 0.5)}V${num(top + 22)}Q${num(x)} ${num(top + 46)} ${num(x + 30)} ${num(top + 22)}V${num(y + ry * 0.5)}Z`
  const turtle = random.chance(0.25) ? rect(x - 37, top - 10, 74, 42, cloth, 'rx="8"') : ''
  return path(shape, cloth) + clipped(id(), path(shape, '#fff'), worn + shadow) + path(neck, shade) + turtle
}

/** A head without a face: two planes, sometimes a nose or round glasses. */
export function head({ x, y, rx, ry, side, skin, shade, hair }: Build, random: SeededRandom, id: () => string): string {
  const jaw = random.pick([
    `M${num(x - rx)} ${num(y - ry * 0.2)}A${num(rx)} ${num(ry * 0.8)} 0 0 1 ${num(x + rx)} ${num(y - ry * 0.2)}C${num(x + rx)} ${num(y + ry * 0.6)} ${num(x + rx * 0.5)} ${num(y + ry)} ${num(x)} ${num(y + ry)}C${num(x - rx * 0.5)} ${num(y + ry)} ${num(x - rx)} ${num(y + ry * 0.6)} ${num(x - rx)} ${num(y - ry * 0.2)}Z`,
    `M${num(x - rx)} ${num(y - ry * 0.2)}A${num(rx)} ${num(ry * 0.8)} 0 0 1 ${num(x + rx)} ${num(y - ry * 0.2)}V${num(y + ry * 0.35)}L${num(x + rx * 0.45)} ${num(y + ry)}H${num(x - rx * 0.45)}L${num(x - rx)} ${num(y + ry * 0.35)}Z`,
    `M${num(x - rx)} ${num(y)}A${num(rx)} ${num(ry)} 0 1 1 ${num(x + rx)} ${num(y)}A${num(rx)} ${num(ry)} 0 1 1 ${num(x - rx)} ${num(y)}Z`,
  ])
  const split = random.pick([
    rect(side > 0 ? x : x - rx * 2, 0, rx * 2, 400, shade),
    path(
      `M${num(x)} 0L${num(x - side * rx * 0.1)} ${num(y - ry * 0.1)}L${num(x - side * rx * 0.42)} ${num(y + ry * 0.3)}L${num(x)} ${num(y + ry * 0.36)}L${num(x - side * rx * 0.1)} 400H${num(side > 0 ? 400 : 0)}V0Z`,
      shade,
    ),
    ellipse(x + side * rx * 0.95, y + ry * 0.1, rx * 1.05, ry * 1.3, shade),
    polygon(
      [
        [x + side * rx, y - ry],
        [x + side * rx * 0.25, y - ry * 0.1],
        [x + side * rx * 0.5, y + ry * 1.1],
        [x + side * rx * 2, y + ry],
      ],
      shade,
    ),
  ])
  const glasses = random.chance(0.2)
    ? [-1, 1]
        .map((eye) => circle(x + eye * rx * 0.42, y + ry * 0.04, rx * 0.3, 'none', `stroke="${hair}" stroke-width="7"`))
        .join('') + stroke(`M${num(x - rx * 0.14)} ${num(y)}H${num(x + rx * 0.14)}`, hair, 7)
    : ''
  const ears = random.chance(0.5)
    ? ellipse(x - rx, y + ry * 0.08, 10, 17, skin) + ellipse(x + rx, y + ry * 0.08, 10, 17, shade)
    : ''
  return ears + path(jaw, skin) + clipped(id(), path(jaw, '#fff'), split) + glasses
}

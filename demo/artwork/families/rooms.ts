import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, ellipse, line, moved, num, onCircle, path, polygon, rect, ring } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A lamp over a table with chairs, some of them empty. */
export const lamp: Family = {
  name: 'lamp',
  layouts: ['bleedBottom', 'panelTop', 'panelBottom', 'framed', 'strip', 'hugeBottom'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const dark = mix(ground, deep, 0.25)
    const shadeY = y - reach * 0.45
    const floor = y + reach * 0.98
    const half = reach * random.between(0.3, 0.42)
    const glow = random.pick([light, accent])
    let art =
      rect(0, 0, width, height, dark) +
      polygon(
        [
          [x - half, shadeY],
          [x + half, shadeY],
          [x + reach * 1.15, floor],
          [x - reach * 1.15, floor],
        ],
        glow,
      )
    art +=
      rect(0, floor, width, height - floor, mix(dark, deep, 0.7)) +
      ellipse(x, floor, reach * 1.15, reach * 0.13, mix(glow, dark, 0.3))
    art +=
      rect(x - 2, 0, 4, shadeY - half * 0.7, deep) +
      path(
        `M${num(x - half)} ${num(shadeY)}A${num(half)} ${num(half * 0.85)} 0 0 1 ${num(x + half)} ${num(shadeY)}Z`,
        main === glow ? accent : main,
      )
    const table = y + reach * 0.48
    art +=
      rect(x - reach * 0.5, table, reach, reach * 0.06, deep) +
      rect(x - reach * 0.035, table, reach * 0.07, floor - table, deep) +
      rect(x - reach * 0.22, floor - reach * 0.03, reach * 0.44, reach * 0.05, deep)
    const empty = random.pick([-1, 1, 0])
    for (const side of [-1, 1]) {
      const seat = x + side * reach * 0.72
      art +=
        rect(seat - reach * 0.16, y + reach * 0.62, reach * 0.32, reach * 0.045, deep) +
        rect(seat + side * reach * 0.12, y + reach * 0.2, reach * 0.045, floor - y - reach * 0.2, deep) +
        rect(seat - side * reach * 0.14, y + reach * 0.62, reach * 0.035, floor - y - reach * 0.62, deep)
      if (side !== empty)
        art +=
          path(
            `M${num(seat - reach * 0.15)} ${num(y + reach * 0.64)}Q${num(seat - reach * 0.16)} ${num(y + reach * 0.16)} ${num(seat)} ${num(y + reach * 0.16)}Q${num(seat + reach * 0.16)} ${num(y + reach * 0.16)} ${num(seat + reach * 0.15)} ${num(y + reach * 0.64)}Z`,
            deep,
          ) + circle(seat - side * reach * 0.03, y + reach * 0.05, reach * 0.1, deep)
    }
    const things = random.pick([
      circle(x, table - reach * 0.05, reach * 0.055, accent),
      rect(x - reach * 0.04, table - reach * 0.16, reach * 0.08, reach * 0.16, main),
      polygon(
        [
          [x - reach * 0.09, table],
          [x, table - reach * 0.12],
          [x + reach * 0.09, table],
        ],
        main,
      ),
    ])
    return { art: art + things, top: dark, bottom: mix(dark, deep, 0.7) }
  },
}

/** A clock with few marks, whose hands throw shadows, or that has begun to come apart. */
export const clock: Family = {
  name: 'clock',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const [face, mark] = random.pick([
      [light, deep],
      [deep, light],
      [main, light],
    ] as const)
    let art = ''
    const far = random.chance(0.6)
    if (far)
      art += polygon(
        [
          onCircle(x, y, reach, -45),
          onCircle(x, y, reach, 135),
          [x + 2000 + reach * Math.cos(2.36), y + 2000 + reach * Math.sin(2.36)],
          [x + 2000 + reach * 0.7, y + 2000 - reach * 0.7],
        ],
        mix(ground, deep, 0.45),
      )
    art += circle(x, y, reach, face) + ring(x, y, reach * 0.93, mark, reach * 0.02)
    for (const at of count(60)) {
      const hour = at % 5 === 0
      if (!hour && random.chance(0.15)) continue
      art += line(
        onCircle(x, y, reach * (hour ? 0.72 : 0.83), at * 6),
        onCircle(x, y, reach * 0.88, at * 6),
        mark,
        reach * (hour ? 0.05 : 0.015),
      )
    }
    const [hour, minute] = [random.whole(0, 11) * 30, random.whole(0, 11) * 30 + 8]
    const handOf = (long: number, wide: number, ink: string) =>
      polygon(
        [
          [-wide, reach * 0.12],
          [wide, reach * 0.12],
          [wide * 0.5, -long],
          [-wide * 0.5, -long],
        ],
        ink,
      )
    art +=
      moved(handOf(reach * 0.48, reach * 0.055, mark), x, y, 1, hour) +
      moved(handOf(reach * 0.7, reach * 0.04, mark), x, y, 1, minute)
    art +=
      moved(handOf(reach * 0.8, reach * 0.014, accent), x, y, 1, random.between(0, 360)) +
      circle(x, y, reach * 0.07, accent)
    return { art, top: ground, bottom: far && x < 400 ? mix(ground, deep, 0.2) : ground }
  },
}

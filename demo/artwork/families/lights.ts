import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, ellipse, num, path, polygon, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Crossing spotlights and a figure where they meet. */
export const beams: Family = {
  name: 'beams',
  layouts: ['bleedTop', 'bleedBottom', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const floor = quiet === 'bottom' ? y + reach * 0.9 : y + reach * 0.95
    const lamps = random.whole(2, 4)
    const inks = [accent, main, light, accent] as const
    let art =
      rect(0, 0, width, height, mix(ground, deep, 0.15)) + rect(0, floor, width, height - floor, mix(ground, deep, 0.7))
    for (const at of count(lamps)) {
      const from = x + (at - (lamps - 1) / 2) * reach * random.between(0.7, 1.1)
      const half = reach * random.between(0.3, 0.5)
      art += polygon(
        [
          [from - 6, -20],
          [from + 6, -20],
          [x + half, floor],
          [x - half, floor],
        ],
        inks[at] ?? light,
        'fill-opacity="0.55"',
      )
    }
    art += ellipse(x, floor, reach * 0.52, reach * 0.12, light)
    const tall = reach * 0.62
    art +=
      path(
        `M${num(x - tall * 0.2)} ${num(floor)}L${num(x - tall * 0.15)} ${num(floor - tall * 0.7)}Q${num(x)} ${num(floor - tall * 0.88)} ${num(x + tall * 0.15)} ${num(floor - tall * 0.7)}L${num(x + tall * 0.2)} ${num(floor)}Z`,
        deep,
      ) + circle(x, floor - tall * 0.93, tall * 0.12, deep)
    return { art, top: mix(ground, deep, 0.15), bottom: mix(ground, deep, 0.7) }
  },
}

/** A tower on a rock, its beam over the whole night. */
export const lighthouse: Family = {
  name: 'lighthouse',
  layouts: ['bleedBottom', 'panelTop', 'panelBottom', 'framed', 'strip', 'bleedTop'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const side = random.sign()
    const cx = x - side * reach * 0.35
    const [lamp, base] = [y - reach * 0.55, y + reach * 0.85]
    let art = rect(0, 0, width, height, ground)
    const beam = random.between(0.13, 0.24)
    for (const way of [side, -side])
      art += polygon(
        [
          [cx, lamp],
          [cx + way * 2400, lamp - 2400 * beam],
          [cx + way * 2400, lamp + 2400 * beam * 0.5],
        ],
        way === side ? light : mix(ground, light, 0.3),
      )
    const [wideTop, wideBase] = [reach * 0.15, reach * 0.29]
    const bands = 5
    for (const at of count(bands)) {
      const [from, to] = [at / bands, (at + 1) / bands]
      const wide = (share: number) => wideTop + (wideBase - wideTop) * share
      const level = (share: number) => lamp + reach * 0.14 + (base - lamp - reach * 0.14) * share
      art += polygon(
        [
          [cx - wide(from), level(from)],
          [cx + wide(from), level(from)],
          [cx + wide(to), level(to)],
          [cx - wide(to), level(to)],
        ],
        at % 2 ? light : accent,
      )
      art += polygon(
        [
          [cx + wide(from) * 0.25, level(from)],
          [cx + wide(from), level(from)],
          [cx + wide(to), level(to)],
          [cx + wide(to) * 0.25, level(to)],
        ],
        deep,
        'fill-opacity="0.35"',
      )
    }
    art +=
      rect(cx - wideTop * 0.8, lamp - reach * 0.12, wideTop * 1.6, reach * 0.26, deep) +
      circle(cx, lamp, reach * 0.085, light) +
      polygon(
        [
          [cx - wideTop, lamp - reach * 0.12],
          [cx, lamp - reach * 0.32],
          [cx + wideTop, lamp - reach * 0.12],
        ],
        deep,
      ) +
      rect(cx - wideTop * 1.3, lamp + reach * 0.11, wideTop * 2.6, reach * 0.05, deep)
    art += path(
      `M0 ${num(base + reach * 0.3)}Q${num(cx - reach * 0.6)} ${num(base - reach * 0.05)} ${num(cx)} ${num(base - reach * 0.06)}T${num(width)} ${num(base + reach * 0.35)}V${num(height)}H0Z`,
      deep,
    )
    for (const at of count(4))
      art += stroke(
        `M0 ${num(base + reach * (0.3 + at * 0.09))}q${num(width / 8)} ${num(-reach * 0.06)} ${num(width / 4)} 0t${num(width / 4)} 0t${num(width / 4)} 0t${num(width / 4)} 0`,
        mix(main, deep, 0.35),
        3,
      )
    return { art, top: ground, bottom: deep }
  },
}

import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, moved, num, path, polygon, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A board to the horizon and one piece with its long shadow. */
export const chess: Family = {
  name: 'chess',
  layouts: ['bleedTop', 'hugeTop', 'panelTop', 'panelBottom', 'framed'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const horizon = y - reach * random.between(0, 0.25)
    const [one, two] = random.pick([
      [light, deep],
      [main, deep],
      [light, main],
    ] as const)
    const ink = one === main || two === main ? accent : random.pick([accent, main])
    let art = rect(0, 0, width, height, ground)
    if (random.chance(0.6))
      art += circle(
        x + reach * random.between(-0.5, 0.5),
        horizon - reach * 0.2,
        reach * random.between(0.4, 0.6),
        ink === accent ? light : accent,
      )
    art += rect(0, horizon, width, height - horizon, one)
    const rows = 8
    const spread = reach * 0.5
    const depthAt = (row: number) => horizon + (height - horizon) * (row / rows) ** 1.9
    const acrossAt = (column: number, row: number) => x + column * spread * (0.12 + 1.5 * (row / rows) ** 1.9)
    for (const row of count(rows)) {
      for (let column = -26; column < 26; column++) {
        if ((row + column) % 2 !== 0) continue
        art += polygon(
          [
            [acrossAt(column, row), depthAt(row)],
            [acrossAt(column + 1, row), depthAt(row)],
            [acrossAt(column + 1, row + 1), depthAt(row + 1)],
            [acrossAt(column, row + 1), depthAt(row + 1)],
          ],
          two,
        )
      }
    }
    const foot = y + reach * 0.72
    const tall = reach * random.between(1.2, 1.45)
    const kind = random.pick(['pawn', 'bishop', 'queen', 'rook'] as const)
    art += moved(
      `<g transform="skewX(-58) scale(1 0.36)">${piece(kind, tall, mix(deep, ground, 0.1), mix(deep, ground, 0.1))}</g>`,
      x,
      foot,
    )
    art += moved(piece(kind, tall, ink, mix(ink, deep, 0.45)), x, foot)
    return { art, top: ground, bottom: mix(one, two, 0.75) }
  },
}

function piece(kind: 'pawn' | 'bishop' | 'queen' | 'rook', tall: number, ink: string, shade: string): string {
  const w = tall * 0.3
  const body = `M${num(-w)} 0V${num(-tall * 0.08)}Q${num(-w * 0.35)} ${num(-tall * 0.2)} ${num(-w * 0.36)} ${num(-tall * 0.6)}H${num(w * 0.36)}Q${num(w * 0.35)} ${num(-tall * 0.2)} ${num(w)} ${num(-tall * 0.08)}V0Z`
  const collar = `M${num(-w * 0.62)} ${num(-tall * 0.6)}H${num(w * 0.62)}V${num(-tall * 0.65)}H${num(-w * 0.62)}Z`
  const heads = {
    pawn: circle(0, -tall * 0.79, w * 0.56, ink),
    bishop:
      path(
        `M0 ${num(-tall)}Q${num(w * 0.75)} ${num(-tall * 0.8)} ${num(w * 0.4)} ${num(-tall * 0.64)}H${num(-w * 0.4)}Q${num(-w * 0.75)} ${num(-tall * 0.8)} 0 ${num(-tall)}Z`,
        ink,
      ) + circle(0, -tall * 1.03, w * 0.13, ink),
    queen:
      polygon(
        [
          [-w * 0.42, -tall * 0.64],
          [-w * 0.86, -tall * 0.98],
          [-w * 0.4, -tall * 0.84],
          [0, -tall * 1.04],
          [w * 0.4, -tall * 0.84],
          [w * 0.86, -tall * 0.98],
          [w * 0.42, -tall * 0.64],
        ],
        ink,
      ) + circle(0, -tall * 1.07, w * 0.14, ink),
    rook: path(
      `M${num(-w * 0.6)} ${num(-tall * 0.64)}V${num(-tall * 0.92)}h${num(w * 0.3)}v${num(tall * 0.07)}h${num(w * 0.16)}v${num(-tall * 0.07)}h${num(w * 0.28)}v${num(tall * 0.07)}h${num(w * 0.16)}v${num(-tall * 0.07)}h${num(w * 0.3)}V${num(-tall * 0.64)}Z`,
      ink,
    ),
  }
  const side = `M0 0V${num(-tall * 0.6)}H${num(w * 0.36)}Q${num(w * 0.35)} ${num(-tall * 0.2)} ${num(w)} ${num(-tall * 0.08)}V0Z`
  return path(body, ink) + heads[kind] + path(side, shade) + path(collar, shade)
}

/** A running track from above, or the ball itself. */
export const track: Family = {
  name: 'track',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'strip'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const lanes = random.whole(5, 8)
    const pitch = (reach * 1.9) / lanes / 1.5
    const side = random.sign()
    const [cx, cy] = [x + side * reach * 0.95, quiet === 'top' ? y + reach * 0.9 : y - reach * 0.7]
    let art = rect(0, 0, width, height, ground)
    const outer = pitch * (lanes + 1.5)
    art += circle(cx, cy, outer, main) + circle(cx, cy, pitch * 1.2, mix(main, deep, 0.5))
    for (const at of count(lanes + 1))
      art += `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(pitch * (at + 1.4))}" fill="none" stroke="${light}" stroke-width="${num(pitch * 0.07)}"/>`
    for (const at of count(lanes)) {
      const turn =
        ((side > 0 ? 180 : 0) + (quiet === 'top' ? -1 : 1) * side * -(14 + at * random.between(5, 9))) * (Math.PI / 180)
      const radius = pitch * (at + 1.9)
      const [px, py] = [cx + Math.cos(turn) * radius, cy + Math.sin(turn) * radius]
      const ink = at === lanes - 2 ? accent : deep
      art +=
        circle(px, py, pitch * 0.27, ink) +
        circle(px + pitch * 0.12, py + pitch * 0.5, pitch * 0.12, mix(main, deep, 0.6))
    }
    return { art, top: ground, bottom: ground }
  },
}

/** A crown of few cuts, whole or broken. */
export const crown: Family = {
  name: 'crown',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const points = random.pick([3, 5, 5, 7])
    const wide = reach * 0.95
    const [top, base] = [-reach * random.between(0.6, 0.85), reach * 0.5]
    const ink = inkAgainst(ground, [accent, light, main], random)
    const shade = mix(ink, deep, 0.4)
    let art = ''
    if (random.chance(0.6))
      for (const at of count(5))
        art += circle(x, y, reach * (1.25 - at * 0.2), mix(ground, ink === main ? accent : main, 0.1 + at * 0.07))
    const step = (wide * 2) / points
    let shape = ''
    for (const at of count(points)) {
      const left = -wide + at * step
      const lean = (left + step / 2) * 0.14
      const tip = top * (1 - Math.abs(left + step / 2) / (wide * 3.2))
      shape += polygon(
        [
          [left, base],
          [left + lean * 0.4, -reach * 0.05],
          [left + step / 2 + lean, tip],
          [left + step + lean * 0.4, -reach * 0.05],
          [left + step, base],
        ],
        ink,
      )
      shape += polygon(
        [
          [left + step / 2, base],
          [left + step / 2 + lean, tip],
          [left + step + lean * 0.4, -reach * 0.05],
          [left + step, base],
        ],
        shade,
      )
      shape += circle(left + step / 2 + lean, tip - reach * 0.06, reach * 0.065, at % 2 ? light : main)
    }
    shape += rect(-wide, base - reach * 0.24, wide * 2, reach * 0.24, deep)
    for (const at of count(points * 2 - 1))
      shape += circle(-wide + ((at + 1) * wide) / points, base - reach * 0.12, reach * 0.05, at % 2 ? light : ink)
    art += moved(shape, x, y, 1, random.pick([0, 0, -12, 14]))
    return { art, top: ground, bottom: ground }
  },
}

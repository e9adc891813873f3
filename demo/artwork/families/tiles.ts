import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, group, num, polygon, rect, ring, star } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Eight-pointed stars and crosses, as on the walls of Kashan; one star is different. */
export const tiles: Family = {
  name: 'tiles',
  layouts: ['label', 'band', 'panelTop', 'panelBottom', 'framed', 'strip'],
  calm: 'fade',
  draw({ frame: { width, height, x, y }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const pitch = width / (random.pick([2.5, 3, 3.5, 4]) + (width > height ? 4 : 0))
    const [inks, inner] = random.pick([
      [[main, deep], light],
      [[light, main], deep],
      [[main, main, light], ground],
      [[deep, main], accent],
    ] as const)
    const odd = random.pick([accent, light])
    const layers = random.whole(1, 3)
    const [oddRow, oddColumn] = [Math.round(y / pitch), Math.round(x / pitch)]
    let art = rect(0, 0, width, height, ground)
    for (const row of count(height / pitch + 2)) {
      for (const column of count(width / pitch + 2)) {
        const [cx, cy] = [column * pitch, row * pitch]
        const special = row === oddRow && column === oddColumn
        const half = pitch * 0.5
        const tone = special ? odd : (inks[(row + column) % inks.length] ?? main)
        art += polygon(star(cx, cy, half * 0.965, half * 0.74, 8, 0), tone)
        if (layers > 0) art += polygon(star(cx, cy, half * 0.62, half * 0.475, 8, 0), special ? deep : inner)
        if (layers > 1) art += polygon(star(cx, cy, half * 0.42, half * 0.2, 8, 22.5), tone)
        if (layers > 2) art += circle(cx, cy, half * 0.12, inner)
        const [mx, my] = [cx + half, cy + half]
        art += polygon(star(mx, my, half * 0.34, half * 0.13, 4, 0), mix(ground, tone, 0.55))
      }
    }
    return { art, top: ground, bottom: ground }
  },
}

/** A sun of interlaced stars (شمسه), drawn with ruler and compasses. */
export const shamseh: Family = {
  name: 'shamseh',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const points = random.pick([8, 10, 12, 16, 24])
    const radius = reach * random.between(0.98, 1.12)
    const inks = random.pick([
      [main, deep, light, accent, main],
      [deep, main, accent, light, deep],
      [light, main, deep, accent, light],
    ] as const)
    let art = ''
    if (random.chance(0.5))
      art += polygon(star(x, y, radius * 1.14, radius * 1.02, points * 2), mix(ground, main, 0.35))
    inks.forEach((ink, at) => {
      const size = radius * (1 - at * 0.2)
      const sharp = random.between(0.62, 0.86)
      art += polygon(star(x, y, size, size * sharp, points, -90 + (at % 2) * (180 / points)), ink)
      const petals = count(points).map((petal) =>
        circle(
          0,
          -size * 0.8,
          (size * 1.6) / points / 1.6,
          inks[(at + 2) % inks.length] ?? light,
          `transform="rotate(${num((petal * 360) / points + (at % 2 ? 0 : 180 / points))})"`,
        ),
      )
      if (random.chance(0.5)) art += group(petals.join(''), `transform="translate(${num(x)} ${num(y)})"`)
    })
    const skip = Math.max(2, Math.floor(points * random.between(0.28, 0.42)))
    const knots = count(points).map(
      (at) => star(x, y, radius, radius, points)[(at * 2 * skip) % (points * 2)] ?? ([x, y] as const),
    )
    if (random.chance(0.6)) art += polygon(knots, 'none', `stroke="${ground}" stroke-width="${num(radius * 0.014)}"`)
    art += ring(x, y, radius * 0.12, ground, radius * 0.03)
    return { art, top: ground, bottom: ground }
  },
}

/** Quarter discs on a strict grid: the school of Dessau at play. */
export const quarters: Family = {
  name: 'quarters',
  layouts: ['panelTop', 'panelBottom', 'framed', 'band', 'label', 'strip'],
  calm: 'fade',
  draw({ frame: { width, height }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const columns = random.pick([3, 4, 5]) + (width > height ? 5 : 0)
    const cell = width / columns
    const inks = [main, deep, accent, light, main] as const
    let art = rect(0, 0, width, height, ground)
    for (const row of count(Math.ceil(height / cell))) {
      for (const column of count(columns)) {
        const [left, top] = [column * cell, row * cell]
        const [fore, back] = [
          random.pick(inks),
          random.pick([ground, ground, mix(ground, main, 0.3), random.pick(inks)]),
        ]
        if (back !== ground) art += rect(left, top, cell + 0.5, cell + 0.5, back)
        if (fore === back) continue
        const turn = random.whole(0, 3) * 90
        const shape = random.unit()
        const quarter = `<path d="M0 0H${num(cell)}A${num(cell)} ${num(cell)} 0 0 1 0 ${num(cell)}Z" fill="${fore}"/>`
        const inner =
          shape < 0.25
            ? `<path d="M0 0H${num(cell / 2)}A${num(cell / 2)} ${num(cell / 2)} 0 0 1 0 ${num(cell / 2)}Z" fill="${random.pick(inks)}"/>`
            : ''
        if (shape < 0.6)
          art += group(
            quarter + inner,
            `transform="translate(${num(left + cell / 2)} ${num(top + cell / 2)}) rotate(${turn}) translate(${num(-cell / 2)} ${num(-cell / 2)})"`,
          )
        else if (shape < 0.72) art += circle(left + cell / 2, top + cell / 2, cell * 0.36, fore)
        else if (shape < 0.82)
          art += polygon(
            [
              [left, top + cell],
              [left + cell, top + cell],
              [left + (turn % 180 ? 0 : cell), top],
            ],
            fore,
          )
        else if (shape < 0.92) for (const at of count(4)) art += rect(left, top + (at * cell) / 4, cell, cell / 8, fore)
      }
    }
    return { art, top: ground, bottom: ground }
  },
}

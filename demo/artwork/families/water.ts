import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, curve, moved, num, type Point, path, polygon, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Bands of swell, a moon, and one small boat. */
export const waves: Family = {
  name: 'waves',
  layouts: ['bleedTop', 'bleedBottom', 'hugeTop', 'panelBottom', 'framed', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const level = y + reach * random.between(-0.1, 0.25)
    let art = rect(0, 0, width, height, ground)
    art += circle(
      x + reach * random.between(-0.5, 0.5),
      level - reach * random.between(0.25, 0.6),
      reach * random.between(0.28, 0.5),
      random.pick([light, accent]),
    )
    const bands = random.whole(6, 10)
    const deepest = quiet === 'bottom' ? y + reach * 1.05 : height
    const step = (deepest - level) / bands
    const length = reach * random.between(0.5, 1.1)
    const swing = Math.min(step * 0.8, reach * random.between(0.05, 0.14))
    const striped = random.chance(0.5) && !wide
    for (const at of count(bands + 1)) {
      const share = at / bands
      const tone = striped && at % 2 ? light : mix(main, deep, striped ? share * 0.8 : share)
      const phase = (at % 2) * Math.PI + random.between(-0.3, 0.3)
      const points = count(width / (length / 4) + 3).map(
        (n): Point => [n * (length / 4) - length / 4, level + at * step + Math.sin(phase + (n * Math.PI) / 2) * swing],
      )
      if (at === 2)
        art += boat(
          x + reach * random.between(-0.5, 0.3),
          level + at * step - swing * 0.2,
          reach * 0.24,
          deep,
          light,
          accent,
        )
      art += path(
        `${curve(points)}L${num(width + length)} ${num(height)}L${num(-length)} ${num(height)}Z`,
        at === bands ? deep : tone,
      )
    }
    return { art, top: ground, bottom: deep }
  },
}

function boat(x: number, y: number, size: number, hull: string, sail: string, flag: string): string {
  const body = path(
    `M${num(-size)} ${num(-size * 0.25)}H${num(size)}Q${num(size * 0.7)} ${num(size * 0.35)} 0 ${num(size * 0.35)}Q${num(-size * 0.7)} ${num(size * 0.35)} ${num(-size)} ${num(-size * 0.25)}Z`,
    hull,
  )
  const cloth = polygon(
    [
      [size * 0.06, -size * 0.35],
      [size * 0.06, -size * 1.7],
      [size * 0.85, -size * 0.35],
    ],
    sail,
  )
  return moved(
    body +
      cloth +
      polygon(
        [
          [-size * 0.06, -size * 0.35],
          [-size * 0.06, -size * 1.4],
          [-size * 0.6, -size * 0.35],
        ],
        flag,
      ),
    x,
    y,
    1,
    -4,
  )
}

/** Fish in rank, all one way, and one that turns. */
export const fish: Family = {
  name: 'fish',
  layouts: ['bleedBottom', 'panelTop', 'panelBottom', 'framed', 'band', 'bleedTop'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const columns = random.whole(3, 4)
    const size = reach / (columns * 1.15)
    const rows = quiet === 'none' ? Math.ceil(height / (size * 1.5)) + 1 : Math.floor((reach * 2.1) / (size * 1.5))
    const all = Math.ceil(width / (size * 2.3)) + 2
    const startY = quiet === 'none' ? 0 : y - ((rows - 1) / 2) * size * 1.5
    const odd = Math.round((y - startY) / (size * 1.5))
    let art = rect(0, 0, width, height, ground)
    for (const row of count(rows)) {
      for (let column = -all; column <= all; column++) {
        const cx = x + column * size * 2.3 + (row % 2 ? size * 1.15 : 0)
        if (cx < -size * 2 || cx > width + size * 2) continue
        const special = row === odd && column === 0
        const tone = special ? accent : (row + column) % 3 === 0 ? light : main
        art += moved(
          oneFish(size * 0.92, tone, special ? light : deep, ground),
          cx,
          startY + row * size * 1.5,
          1,
          special ? 180 : 0,
        )
      }
    }
    return { art, top: ground, bottom: ground }
  },
}

function oneFish(size: number, tone: string, eye: string, gap: string): string {
  const body = path(
    `M${num(-size)} 0Q0 ${num(-size * 0.95)} ${num(size * 0.62)} 0Q0 ${num(size * 0.95)} ${num(-size)} 0Z`,
    tone,
  )
  const tail = polygon(
    [
      [size * 0.5, 0],
      [size, -size * 0.42],
      [size, size * 0.42],
    ],
    tone,
  )
  const gill = stroke(
    `M${num(-size * 0.42)} ${num(-size * 0.36)}Q${num(-size * 0.16)} 0 ${num(-size * 0.42)} ${num(size * 0.36)}`,
    gap,
    size * 0.07,
  )
  return body + tail + gill + circle(-size * 0.66, -size * 0.06, size * 0.08, eye)
}

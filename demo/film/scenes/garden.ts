import { circle, group, line, path, polygon, rect, ring } from '#demo/artwork/svg.ts'
import { WIDE } from '#demo/film/time.ts'
import { ridge, type Scene, sky } from './ground.ts'

/** Cypresses by a pool, and a kite above them. */
export const garden: Scene = (at) => {
  const cypress = (x: number, size: number, color: string) => {
    const bend = Math.sin(at * 1.1 + x) * size * 0.04
    return path(
      `M${x - size * 0.3} 840C${x - size * 0.46} ${840 - size} ${x - size * 0.1 + bend} ${840 - size * 2} ${x + bend} ${840 - size * 2.5}C${x + size * 0.1 + bend} ${840 - size * 2} ${x + size * 0.46} ${840 - size} ${x + size * 0.3} 840Z`,
      color,
    )
  }
  const [x, y] = [1120 + Math.sin(at * 0.785) * 190, 300 + Math.sin(at * 1.57) * 80]
  const tail = [1, 2, 3, 4].map((one) =>
    circle(x - one * 34 - Math.sin(at * 2 + one) * 8, y + 70 + one * 42, 12, '#e0683f'),
  )
  const kite = group(
    polygon(
      [
        [0, -104],
        [76, 0],
        [0, 104],
        [-76, 0],
      ],
      '#e0683f',
    ) +
      polygon(
        [
          [0, -104],
          [76, 0],
          [0, 0],
        ],
        '#f6c453',
      ) +
      polygon(
        [
          [0, 104],
          [-76, 0],
          [0, 0],
        ],
        '#f6c453',
      ),
    `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(20 + Math.sin(at * 1.57) * 12).toFixed(1)})"`,
  )
  const rings = [0, 1].map((one) => {
    const age = (at / 4 + one / 2) % 1
    return group(
      ring(0, 0, 40 + age * 380, '#bfe3da', 5, `opacity="${(1 - age).toFixed(2)}"`),
      'transform="translate(960 970) scale(1 0.16)"',
    )
  })
  return (
    sky(['#bfe0d3', '#d3e9d3', '#e7f0d2', '#f4f3d4']) +
    ridge('orchard', 800, 130, '#9cc3a0') +
    line([x, y], [640, 860], '#8a6b52', 3) +
    tail.join('') +
    kite +
    [180, 420, 1500, 1740].map((at) => cypress(at, 190, '#2f6b57')).join('') +
    [310, 1620].map((at) => cypress(at, 240, '#1f5146')).join('') +
    rect(0, 830, WIDE, 250, '#7fb08a') +
    path('M560 880H1360L1500 1080H420Z', '#e9dcc0') +
    path('M610 900H1310L1420 1060H500Z', '#4fa3a5') +
    rings.join('')
  )
}

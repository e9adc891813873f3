import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, moved, num, rect, stroke } from '#demo/artwork/svg.ts'

/** Strokes of a wide dry brush, bristle by bristle, and one seal. */
export const brush: Family = {
  name: 'brush',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'framed', 'hugeBottom', 'hugeTop', 'panelBottom'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const dark = inkAgainst(ground, [deep, main, light], random)
    let art = ''
    if (random.chance(0.7))
      art += circle(
        x + reach * random.between(-0.4, 0.4),
        y - reach * random.between(0.1, 0.5),
        reach * random.between(0.3, 0.5),
        accent,
      )
    const kind = random.pick(['circle', 'sweep', 'cross', 'cup'] as const)
    const bristles = 54
    const wide = reach * random.between(0.42, 0.66)
    const one = (shape: (offset: number, from: number, to: number) => string, ink: string) =>
      count(bristles)
        .map((at) => {
          const offset = (at / (bristles - 1) - 0.5) * wide
          const edge = Math.abs(at / (bristles - 1) - 0.5) * 2
          const start = random.between(0, 0.06 + edge * 0.04)
          const end = 1 - random.between(0, 0.22) * random.unit() - (random.chance(0.18) ? 0.3 : 0)
          return random.chance(0.06)
            ? ''
            : stroke(
                shape(offset, start, end),
                ink,
                (wide / bristles) * random.between(0.7, 1.7),
                'stroke-linecap="round"',
              )
        })
        .join('')
    const along =
      (ax: number, ay: number, bend: number, bx: number, by: number) => (offset: number, from: number, to: number) => {
        const at = (share: number) =>
          [
            ax + (bx - ax) * share + offset * 0.25,
            ay + (by - ay) * share + bend * 4 * share * (1 - share) + offset,
          ] as const
        const [p, m, q] = [at(from), at((from + to) / 2), at(to)]
        return `M${num(p[0])} ${num(p[1])}Q${num(2 * m[0] - (p[0] + q[0]) / 2)} ${num(2 * m[1] - (p[1] + q[1]) / 2)} ${num(q[0])} ${num(q[1])}`
      }
    const around = (offset: number, from: number, to: number) => {
      const radius = reach * 0.72 + offset
      const angle = (share: number) => -1.9 + share * 6.1
      const point = (share: number) => `${num(Math.cos(angle(share)) * radius)} ${num(Math.sin(angle(share)) * radius)}`
      return `M${point(from)}A${num(radius)} ${num(radius)} 0 1 1 ${point(Math.max(from + 0.6, to))}`
    }
    const body = {
      circle: () => one(around, dark),
      sweep: () =>
        one(
          along(
            reach * 0.95,
            -reach * 0.25,
            reach * random.between(0.3, 0.6),
            -reach * 0.95,
            -reach * random.between(0, 0.5),
          ),
          dark,
        ),
      cross: () =>
        one(along(reach * 0.9, -reach * 0.7, 0, -reach * 0.8, reach * 0.7), dark) +
        one(along(-reach * 0.85, -reach * 0.6, 0, reach * 0.8, reach * 0.55), dark === deep ? main : deep),
      cup: () =>
        one(along(reach * 0.95, -reach * 0.3, reach * 0.75, -reach * 0.95, -reach * 0.3), dark) +
        circle(0, reach * 0.78, reach * 0.13, accent),
    }[kind]()
    art += moved(body, x, y, 1, random.between(-10, 10))
    const seal = reach * 0.13
    art +=
      rect(x - reach * 0.98, y + reach * 0.78, seal, seal, accent) +
      rect(x - reach * 0.98 + seal * 0.25, y + reach * 0.78 + seal * 0.25, seal * 0.5, seal * 0.5, light)
    return { art, top: ground, bottom: ground }
  },
}

import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, curve, group, num, type Point, path, polygon, rect } from '#demo/artwork/svg.ts'

/** Stripes that swell over a hidden shape. */
export const swell: Family = {
  name: 'swell',
  layouts: ['panelTop', 'panelBottom', 'framed', 'band', 'label', 'strip'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const stripes = random.whole(11, 17) * (width > height ? 2 : 1)
    const pitch = width / stripes
    const push = reach * random.between(0.3, 0.55) * random.sign()
    const [one, two] = random.pick([
      [deep, light],
      [ground, main],
      [ground, deep],
      [main, light],
    ] as const)
    const wobble = random.between(0, 0.12) * reach
    let art = rect(0, 0, width, height, one)
    const edge = (at: number): Point[] =>
      count(25).map((n) => {
        const py = (n / 24) * height
        const px = at * pitch
        const bump = Math.exp(-(((px - x) / (reach * 0.9)) ** 2 + ((py - y) / (reach * 0.85)) ** 2))
        return [px + ((px - x) / (reach * 0.62)) * bump * push + Math.sin(py / (reach * 0.4)) * wobble, py]
      })
    for (let at = -2; at < stripes + 2; at += 2) {
      const right = edge(at + 1).reverse()
      art += path(
        `${curve(edge(at))}L${right.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}Z`,
        at === 2 * Math.floor(x / pitch / 2) ? accent : two,
      )
    }
    return { art, top: one, bottom: one }
  },
}

/** Torn strips of paper, one over another, with an object between two. */
export const torn: Family = {
  name: 'torn',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const gap = reach * random.between(0.36, 0.5)
    const jag = (level: number, rough: number): Point[] =>
      count(34).map((n) => [(n / 33) * width, level + random.between(-rough, rough) + Math.sin(n * 0.7) * rough * 0.8])
    const sheetOf = (points: Point[], edge: number, ink: string) => polygon([...points, [width, edge], [0, edge]], ink)
    const [upper, lower] = [y - gap, y + gap]
    const half = reach * 1.05
    const iris = reach * 0.36
    const lookers = [-1, 1].map((side) => {
      const cx = x + side * half * 0.62
      return (
        path(
          `M${num(cx - half * 0.48)} ${num(y)}Q${num(cx)} ${num(y - half * 0.5)} ${num(cx + half * 0.48)} ${num(y)}Q${num(cx)} ${num(y + half * 0.44)} ${num(cx - half * 0.48)} ${num(y)}Z`,
          light,
        ) +
        circle(cx, y - reach * 0.02, iris * 0.62, accent) +
        circle(cx, y - reach * 0.02, iris * 0.3, deep)
      )
    })
    const under = random.chance(0.6)
      ? rect(0, 0, width, height, deep) + lookers.join('')
      : rect(0, 0, width, height, accent) + circle(x, y, reach * 0.75, light) + circle(x, y, reach * 0.42, deep)
    const top = jag(upper, reach * 0.05)
    const bottom = jag(lower, reach * 0.05)
    const rim = (points: Point[], by: number): Point[] =>
      points.map(([px, py]) => [px, py + by * random.between(0.5, 1)])
    let art = clipped(id(), rect(0, upper - reach * 0.3, width, gap * 2 + reach * 0.6, '#fff'), under)
    art +=
      sheetOf(rim(top, reach * 0.08), 0, light) +
      sheetOf(top, 0, ground) +
      sheetOf(rim(bottom, -reach * 0.08), height, light)
    art += sheetOf(bottom, height, quiet === 'none' ? main : ground)
    return { art: group(art, ''), top: ground, bottom: quiet === 'none' ? main : ground }
  },
}

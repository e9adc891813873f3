import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, group, num, onCircle, rect, ring, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Concentric rings, cut through the middle and pushed out of step. */
export const rings: Family = {
  name: 'rings',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const pitch = (reach * random.between(0.95, 1.15)) / random.whole(5, 9)
    const inks = random.pick([
      [main, light],
      [deep, light],
      [main, accent],
      [light, main, deep],
    ])
    const target = (cx: number, cy: number) =>
      count((reach * 1.15) / pitch)
        .reverse()
        .map((at) => circle(cx, cy, pitch * (at + 1), at === 0 ? accent : (inks[at % inks.length] ?? main)))
        .join('')
    const turn = random.pick([0, 90, 45, -45, 30])
    const shift = pitch * random.pick([1, 1, 2, 0.5])
    const far = width + height
    const one = clipped(id(), rect(-far, -far, far * 2, far, '#fff'), target(-shift / 2, 0))
    const two = clipped(id(), rect(-far, 0, far * 2, far, '#fff'), target(shift / 2, 0))
    const art = group(one + two, `transform="translate(${num(x)} ${num(y)}) rotate(${turn})"`)
    return { art, top: ground, bottom: ground }
  },
}

/** Discs inside discs leaning to one side, like a shaft. */
export const tunnel: Family = {
  name: 'tunnel',
  layouts: ['bleedBottom', 'bleedTop', 'hugeBottom', 'framed', 'strip', 'panelTop'],
  alone: 'croppable',
  calm: 'fade',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const rounds = random.whole(7, 12)
    const angle = random.between(0, 360)
    const twist = random.pick([0, 0, 26, -34])
    const paired = random.chance(0.5)
    let art = ''
    let [cx, cy] = [x, y]
    let radius = reach * 1.12
    for (const at of count(rounds)) {
      const share = at / (rounds - 1)
      art += circle(
        cx,
        cy,
        radius,
        paired ? (at % 2 ? light : mix(main, deep, share)) : mix(mix(ground, main, 0.5), deep, share),
      )
      const next = radius * (paired ? 0.84 : 0.8)
      const step = (radius - next) * 0.82
      ;[cx, cy] = onCircle(cx, cy, step, angle + twist * at)
      radius = next
    }
    art += circle(cx, cy, radius * 0.62, accent)
    return { art, top: ground, bottom: ground }
  },
}

/** Two or three transparent discs printed over each other. */
export const discs: Family = {
  name: 'discs',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const turn = random.between(-50, 50)
    const apart = reach * random.between(0.32, 0.5)
    const radius = reach * random.between(0.6, 0.72)
    const [ax, ay] = onCircle(x, y, apart, turn)
    const [bx, by] = onCircle(x, y, apart, turn + 180)
    const lens = clipped(id(), circle(ax, ay, radius, '#fff'), circle(bx, by, radius, random.pick([deep, light])))
    let art = circle(ax, ay, radius, main) + circle(bx, by, radius, accent) + lens
    if (random.chance(0.5)) {
      const lines = count(16).map((at) => {
        const level = ay - radius + (at + 0.5) * (radius / 8)
        return stroke(`M${num(ax - radius)} ${num(level)}h${num(radius * 2)}`, ground, radius / 22)
      })
      art += clipped(id(), circle(ax, ay, radius, '#fff'), lines.join('')) + lens
    }
    if (random.chance(0.35)) art += ring(x, y, reach * 1.08, mix(ground, light, 0.5), 3)
    return { art, top: ground, bottom: ground }
  },
}

/** A moon of dots that grow toward the shade. */
export const halftone: Family = {
  name: 'halftone',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'framed', 'hugeBottom', 'hugeTop', 'strip'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const pitch = reach / random.whole(8, 12)
    const lightAngle = random.between(0, 360)
    const [lx, ly] = onCircle(0, 0, 0.55, lightAngle)
    const turn = random.pick([0, 45, 20])
    const ink = random.pick([light, deep, main])
    let dots = ''
    const steps = Math.ceil((reach * 1.1) / pitch)
    for (const row of count(steps * 2 + 1)) {
      for (const column of count(steps * 2 + 1)) {
        const u = ((column - steps) * pitch) / reach
        const v = ((row - steps) * pitch) / reach
        const distance = Math.hypot(u, v)
        if (distance > 1.03) continue
        const shade = Math.min(1, Math.hypot(u - lx, v - ly) / 1.45)
        dots += circle(u * reach, v * reach, pitch * (0.1 + 0.56 * shade ** 1.3), ink)
      }
    }
    const small = onCircle(x, y, reach * 1.02, lightAngle + random.pick([0, 30, -30]))
    const art =
      (random.chance(0.5) ? circle(x, y, reach * 1.03, mix(ground, main, 0.4)) : '') +
      group(dots, `transform="translate(${num(x)} ${num(y)}) rotate(${turn})"`) +
      circle(small[0], small[1], reach * random.between(0.12, 0.26), accent)
    return { art, top: ground, bottom: ground }
  },
}

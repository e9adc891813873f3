import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { arc, circle, count, num, onCircle, polygon, ring, star, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Lines between points of a circle whose envelope is a curve. */
export const threads: Family = {
  name: 'threads',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const pins = random.whole(70, 110)
    const times = random.pick([2, 3, 4, 5, 7, 51 / 2])
    const turn = random.between(0, 360)
    const ink = inkAgainst(ground, [light, main, deep], random)
    let d = ''
    for (const at of count(pins)) {
      const [ax, ay] = onCircle(x, y, reach * 1.02, turn + (at * 360) / pins)
      const [bx, by] = onCircle(x, y, reach * 1.02, turn + (at * times * 360) / pins)
      d += `M${num(ax)} ${num(ay)}L${num(bx)} ${num(by)}`
    }
    let art = ''
    if (random.chance(0.5)) art += circle(x, y, reach * 1.02, mix(ground, ink === deep ? light : deep, 0.5))
    art += stroke(d, ink, reach * 0.0085) + ring(x, y, reach * 1.02, ink, reach * 0.014)
    const spot = onCircle(x, y, reach * random.pick([0, 0.5, 1.02]), turn)
    art += circle(spot[0], spot[1], reach * random.between(0.06, 0.16), accent)
    return { art, top: ground, bottom: ground }
  },
}

/** A spiral that winds inward. */
export const spiral: Family = {
  name: 'spiral',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop', 'strip'],
  alone: 'croppable',
  calm: 'fade',
  draw({ frame: { x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const turns = random.whole(4, 7)
    const ink = inkAgainst(ground, [deep, light, main], random)
    const edge = reach * (quiet === 'none' ? 1.5 : 1.12)
    const way = random.sign()
    const arms = random.pick([1, 2, 3, 6])
    let art = ''
    for (const arm of count(arms)) {
      const steps = turns * (arms > 2 ? 16 : 40)
      const side = (grow: number) =>
        count(steps + 1).map((at) => {
          const share = at / steps
          return onCircle(
            x,
            y,
            edge * share ** 1.25 * grow,
            (way * (share * turns * 360)) / (arms > 2 ? 3.2 : 1) + (arm * 360) / arms,
          )
        })
      const spread = (way * 180) / arms
      const back = count(steps + 1).map((at) => {
        const share = at / steps
        return onCircle(
          x,
          y,
          edge * share ** 1.25,
          (way * (share * turns * 360)) / (arms > 2 ? 3.2 : 1) + (arm * 360) / arms + (arms > 2 ? spread : way * 150),
        )
      })
      art += polygon([...side(1), ...back.reverse()], arm % 2 ? main : ink)
    }
    const heart = reach * random.between(0.07, 0.13)
    art += random.chance(0.4) ? polygon(star(x, y, heart * 1.5, heart * 0.6, 5), accent) : circle(x, y, heart, accent)
    art += arms > 2 ? stroke(arc(x, y, edge, 0, 359.9), ink, 3) : ''
    return { art, top: ground, bottom: ground }
  },
}

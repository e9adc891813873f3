import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, group, moved, num, path, polygon, rect, ring, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** The title's first word, so large that it becomes a landscape. */
export const letterform: Family = {
  name: 'letterform',
  layouts: ['framed', 'bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'strip'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide, quiet }, palette, random, id, letter }) {
    const { ground, deep, main, accent, light } = palette
    const tall = letter.bottom - letter.top
    const scale = Math.min((reach * (quiet === 'none' ? 2.7 : 2.05)) / tall, (reach * (wide ? 3 : 3.4)) / letter.width)
    const transform = `translate(${num(x - (letter.width * scale) / 2)} ${num(y - ((letter.top + letter.bottom) / 2) * scale)}) scale(${Math.round(scale * 10000) / 10000})`
    const shape = (ink: string, dx = 0, dy = 0) =>
      `<path d="${letter.d}" fill="${ink}" transform="translate(${num(dx)} ${num(dy)}) ${transform}"/>`
    const kind = random.pick(['echo', 'sunk', 'cut', 'striped'] as const)
    const [one, two] = random.pick([
      [deep, accent],
      [main, light],
      [light, accent],
      [accent, deep],
    ] as const)
    let art = ''
    if (kind === 'echo')
      for (const at of count(7))
        art += shape(at === 6 ? one : mix(ground, two, (at + 1) / 8), (6 - at) * reach * 0.045, (6 - at) * reach * 0.05)
    else if (kind === 'sunk')
      art +=
        circle(x, y, reach * 0.8, two) +
        shape(one) +
        clipped(id(), circle(x, y, reach * 0.8, '#fff'), shape(ground === light ? deep : light))
    else if (kind === 'cut') {
      art += shape(one)
      art += clipped(
        id(),
        polygon(
          [
            [0, y + reach * 0.25],
            [width, y - reach * 0.45],
            [width, height],
            [0, height],
          ],
          '#fff',
        ),
        rect(0, 0, width, height, ground) + shape(two, -reach * 0.16, reach * 0.08),
      )
    } else {
      const lines = count(40).map((at) => rect(0, y - reach * 1.4 + at * reach * 0.07, width, reach * 0.035, two))
      art +=
        shape(one) +
        clipped(
          id(),
          shape('#fff'),
          group(lines.join(''), `transform="rotate(${random.pick([0, 0, 12, -12])} ${num(x)} ${num(y)})"`),
        )
    }
    return { art, top: ground, bottom: ground }
  },
}

/** One disc cut into slices that no longer meet. */
export const slices: Family = {
  name: 'slices',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const many = random.whole(3, 8)
    const turn = random.pick([-35, -20, 0, 20, 35, 90])
    const thick = (reach * 2.1) / many
    const disc = inkAgainst(ground, [main, accent, light, deep], random)
    const core = disc === accent ? deep : accent
    let inside = ''
    for (const at of count(many)) {
      const shift = reach * random.between(0.06, 0.32) * (at % 2 ? 1 : -1)
      const level = -reach * 1.05 + at * thick
      const gap = thick * 0.04
      const whole =
        circle(shift, 0, reach * 0.95, disc) +
        circle(shift, 0, reach * 0.52, core) +
        ring(shift, 0, reach * 0.72, mix(disc, ground, 0.55), reach * 0.05) +
        circle(shift, 0, reach * 0.2, disc)
      inside += clipped(id(), rect(-reach * 2, level + gap, reach * 4, thick - gap * 2, '#fff'), whole)
    }
    return { art: moved(inside, x, y, 1, turn), top: ground, bottom: ground }
  },
}

/** A keyhole, and what is seen through it. */
export const keyhole: Family = {
  name: 'keyhole',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'strip'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const head = reach * random.between(0.46, 0.56)
    const [neck, foot, base] = [head * 0.42, head * random.between(0.75, 1), y + reach]
    const hole = `M${num(x - neck)} ${num(y + head * 0.3)}L${num(x - foot)} ${num(base)}H${num(x + foot)}L${num(x + neck)} ${num(y + head * 0.3)}A${num(head)} ${num(head)} 0 1 0 ${num(x - neck)} ${num(y + head * 0.3)}Z`
    const scene = random.pick(['moon', 'eye', 'stairs'] as const)
    let inside = rect(0, 0, width, height, scene === 'eye' ? light : accent)
    if (scene === 'moon') {
      inside += circle(x, y - head * 0.5, head * 0.42, light)
      for (const at of count(4))
        inside += path(
          `M0 ${num(y + at * reach * 0.24)}Q${num(x - 40)} ${num(y + at * reach * 0.24 - reach * 0.22)} ${num(x + 20)} ${num(y + at * reach * 0.24)}T${num(width)} ${num(y + at * reach * 0.24)}V${num(height)}H0Z`,
          mix(main, deep, at / 3),
        )
    } else if (scene === 'eye') {
      inside +=
        circle(x, y - head * 0.35, head * 0.62, accent) +
        circle(x, y - head * 0.35, head * 0.34, deep) +
        circle(x + head * 0.14, y - head * 0.5, head * 0.1, light)
    } else {
      for (const at of count(8))
        inside += rect(0, y - head * 0.1 + at * reach * 0.14, width, reach * 0.14, at % 2 ? main : mix(main, deep, 0.6))
      inside +=
        circle(x, y - head * 0.52, head * 0.16, deep) +
        polygon(
          [
            [x - head * 0.22, y - head * 0.1],
            [x, y - head * 0.46],
            [x + head * 0.22, y - head * 0.1],
          ],
          deep,
        )
    }
    const plate = random.pick([mix(ground, deep, 0.35), main, deep])
    const art =
      (random.chance(0.6)
        ? rect(
            x - reach * 0.86,
            y - reach * 1.06,
            reach * 1.72,
            reach * 2.22,
            plate,
            `rx="${num(reach * random.pick([0.04, 0.4, 0.86]))}"`,
          )
        : '') +
      clipped(id(), path(hole, '#fff'), inside) +
      stroke(hole, deep, reach * 0.025)
    return { art, top: ground, bottom: ground }
  },
}

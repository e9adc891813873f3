import type { Family } from '#demo/artwork/scene.ts'
import {
  circle,
  clipped,
  count,
  ellipse,
  group,
  moved,
  num,
  onCircle,
  path,
  rect,
  ring,
  stroke,
} from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A great planet, banded or ringed, its shadow side, moons and a few stars. */
export const planets: Family = {
  name: 'planets',
  layouts: ['bleedBottom', 'bleedTop', 'hugeBottom', 'hugeTop', 'panelTop', 'framed', 'strip'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const sky = mix(ground, deep, random.pick([0, 0.3, 0.6]))
    let art = rect(0, 0, width, height, sky)
    for (const _ of count(34))
      art += circle(
        random.between(0, width),
        random.between(0, height),
        random.between(0.8, 2.6),
        light,
        'fill-opacity="0.75"',
      )
    const radius = reach * random.between(0.62, 0.9)
    const tilt = random.between(-35, 35)
    const ringed = random.chance(0.55)
    const globe = random.pick([main, accent, light])
    let bands = circle(0, 0, radius, globe)
    if (random.chance(0.7))
      for (const at of count(random.whole(4, 8)))
        bands += rect(
          -radius,
          -radius + radius * 2 * random.unit(),
          radius * 2,
          radius * random.between(0.04, 0.2),
          at % 2 ? mix(globe, deep, 0.35) : mix(globe, light, 0.4),
        )
    const shade = `M0 ${num(-radius)}A${num(radius)} ${num(radius)} 0 0 1 0 ${num(radius)}A${num(radius * random.between(0.4, 1.2))} ${num(radius)} 0 0 0 0 ${num(-radius)}Z`
    bands += path(shade, deep, `fill-opacity="0.72" transform="rotate(${num(random.between(-20, 40))})"`)
    const hoop = (sweep: number) =>
      [1.3, 1.48, 1.62]
        .map((far, at) =>
          stroke(
            `M${num(-radius * far)} 0A${num(radius * far)} ${num(radius * far * 0.24)} 0 0 ${sweep} ${num(radius * far)} 0`,
            at === 1 ? accent : light,
            radius * (at === 1 ? 0.1 : 0.03),
          ),
        )
        .join('')
    const body = clipped(id(), circle(0, 0, radius, '#fff'), bands)
    art += moved((ringed ? hoop(1) : '') + body + (ringed ? hoop(0) : ''), x, y, 1, tilt)
    if (!ringed) for (const at of count(3)) art += ring(x, y, radius * (1.16 + at * 0.16), mix(sky, light, 0.4), 2)
    const moon = onCircle(x, y, radius * random.between(1.2, 1.5), random.between(190, 350))
    art += circle(moon[0], moon[1], radius * random.between(0.1, 0.2), accent)
    return { art, top: sky, bottom: sky }
  },
}

/** Balloons over clouds that lie in bars. */
export const balloons: Family = {
  name: 'balloons',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    let art = ''
    if (random.chance(0.5)) art += circle(x + reach * 0.5, y - reach * 0.4, reach * 0.5, mix(ground, light, 0.4))
    const cloud = mix(ground, light, 0.55)
    for (const at of count(6)) {
      const [cx, cy, long] = [
        x + reach * random.between(-1.3, 0.9),
        y + reach * (-0.7 + at * 0.32),
        reach * random.between(0.35, 0.8),
      ]
      art +=
        rect(cx, cy, long, reach * 0.1, cloud, `rx="${num(reach * 0.05)}"`) +
        rect(cx + long * 0.3, cy - reach * 0.09, long * 0.5, reach * 0.1, cloud, `rx="${num(reach * 0.05)}"`)
    }
    const many = random.pick([1, 2, 3, 4])
    for (const at of count(many)) {
      const size = reach * (at === 0 ? random.between(0.5, 0.62) : random.between(0.13, 0.26))
      const [cx, cy] =
        at === 0
          ? [x + reach * random.between(-0.25, 0.25), y - reach * 0.2]
          : [x + reach * (at % 2 ? 0.85 : -0.85), y + reach * random.between(-0.9, 0.7)]
      const inks = at % 2 ? [light, main] : [accent, light]
      const stripes = count(7).map((n) => ellipse(0, 0, size * (1 - n / 7), size, inks[n % 2] ?? accent))
      const bag = `M0 ${num(size * 1.28)}C${num(-size * 0.2)} ${num(size * 1.05)} ${num(-size)} ${num(size * 0.6)} ${num(-size)} 0A${num(size)} ${num(size)} 0 0 1 ${num(size)} 0C${num(size)} ${num(size * 0.6)} ${num(size * 0.2)} ${num(size * 1.05)} 0 ${num(size * 1.28)}Z`
      const skin = clipped(
        id(),
        path(bag, '#fff'),
        path(bag, inks[0] ?? accent) +
          group(stripes.join(''), 'transform="scale(1 1.35)"') +
          rect(-size, size * 0.02, size * 2, size * 0.14, deep),
      )
      art += moved(
        `${skin}${stroke(`M${num(-size * 0.14)} ${num(size * 1.15)}L${num(-size * 0.1)} ${num(size * 1.5)}M${num(size * 0.14)} ${num(size * 1.15)}L${num(size * 0.1)} ${num(size * 1.5)}`, deep, size * 0.03)}${rect(-size * 0.15, size * 1.48, size * 0.3, size * 0.22, deep)}`,
        cx,
        cy,
        1,
        random.between(-5, 5),
      )
    }
    return { art, top: ground, bottom: ground }
  },
}

import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, line, moved, num, path, polygon, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A road to the vanishing point, under a sun that fills the sky. */
export const road: Family = {
  name: 'road',
  layouts: ['bleedTop', 'hugeTop', 'panelTop', 'panelBottom', 'framed', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const horizon = y + reach * random.between(-0.1, 0.2)
    const sun = reach * random.between(0.4, 0.75)
    const land = random.pick([main, mix(main, deep, 0.5), mix(ground, deep, 0.45)])
    const foot = reach * random.between(0.8, 1.3)
    const drift = reach * random.between(-0.5, 0.5)
    let art = rect(0, 0, width, height, ground)
    const bars = random.chance(0.4)
    art += circle(x, horizon, sun, random.pick([accent, light]))
    if (bars)
      for (const at of count(5))
        art += rect(x - sun, horizon - sun * (0.16 + at * 0.16), sun * 2, sun * (0.075 - at * 0.012), ground)
    if (random.chance(0.6)) {
      const hill = reach * random.between(0.12, 0.3)
      art += path(
        `M0 ${num(horizon)}Q${num(width * 0.2)} ${num(horizon - hill)} ${num(width * 0.42)} ${num(horizon)}T${num(width)} ${num(horizon - hill * 0.6)}V${num(horizon + 2)}H0Z`,
        mix(land, deep, 0.35),
      )
    }
    art += rect(0, horizon, width, height - horizon, land)
    const end = height + 2
    art += polygon(
      [
        [x - 3, horizon],
        [x + 3, horizon],
        [x + drift + foot, end],
        [x + drift - foot, end],
      ],
      deep,
    )
    for (const at of count(9)) {
      const [from, to] = [(at / 9) ** 2.1, ((at + 0.5) / 9) ** 2.1]
      const point = (share: number, side: number) =>
        [x + drift * share + side * foot * 0.04 * (share + 0.02), horizon + (end - horizon) * share] as const
      art += polygon([point(from, -1), point(from, 1), point(to, 1), point(to, -1)], light)
    }
    if (random.chance(0.55)) {
      const side = random.sign()
      for (const at of count(6)) {
        const share = 0.02 + (at / 6) ** 2 * 0.9
        const [px, py] = [x + side * (reach * 0.12 + foot * 1.5 * share), horizon + (end - horizon) * share * 0.75]
        const tall = reach * (0.1 + share * 1.5)
        art +=
          line([px, py], [px, py - tall], deep, 2 + share * 14) +
          line([px - tall * 0.16, py - tall * 0.88], [px + tall * 0.16, py - tall * 0.88], deep, 2 + share * 9)
      }
    }
    return { art, top: ground, bottom: deep }
  },
}

/** Desert tables, a hard sun, and things with thorns. */
export const mesa: Family = {
  name: 'mesa',
  layouts: ['bleedTop', 'hugeTop', 'bleedBottom', 'panelTop', 'framed', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const horizon = y + reach * 0.55
    let art = rect(0, 0, width, height, ground)
    const rays = random.pick([0, 0, 18, 24])
    const sunX = x + reach * random.between(-0.4, 0.4)
    const sunY = y - reach * random.between(0, 0.35)
    for (const at of count(rays)) {
      const turn = (at * 2 * Math.PI) / rays
      const spread = Math.PI / rays / 2
      art += polygon(
        [
          [sunX, sunY],
          [sunX + Math.cos(turn - spread) * 2200, sunY + Math.sin(turn - spread) * 2200],
          [sunX + Math.cos(turn + spread) * 2200, sunY + Math.sin(turn + spread) * 2200],
        ],
        mix(ground, light, 0.14),
      )
    }
    art += circle(sunX, sunY, reach * random.between(0.38, 0.6), random.pick([accent, light]))
    for (const at of count(wide ? 5 : 3)) {
      const half = reach * random.between(0.28, 0.6)
      const tall = reach * random.between(0.35, 0.85)
      const cx = wide ? width * (0.08 + at * 0.23) : x + reach * (at - 1) * random.between(0.6, 1)
      const tone = mix(main, deep, at * 0.16)
      art += polygon(
        [
          [cx - half, horizon],
          [cx - half * 0.72, horizon - tall * 0.5],
          [cx - half * 0.6, horizon - tall],
          [cx + half * 0.6, horizon - tall],
          [cx + half * 0.74, horizon - tall * 0.45],
          [cx + half, horizon],
        ],
        tone,
      )
      art += polygon(
        [
          [cx + half * 0.1, horizon - tall],
          [cx + half * 0.6, horizon - tall],
          [cx + half * 0.74, horizon - tall * 0.45],
          [cx + half, horizon],
          [cx + half * 0.3, horizon],
        ],
        mix(tone, deep, 0.5),
      )
    }
    art += rect(0, horizon, width, height - horizon, mix(main, deep, 0.72))
    art += path(
      `M0 ${num(horizon + reach * 0.3)}Q${num(width * 0.5)} ${num(horizon + reach * 0.05)} ${num(width)} ${num(horizon + reach * 0.4)}V${num(height)}H0Z`,
      deep,
    )
    const [px, py, tall] = [
      x + reach * random.pick([-0.75, 0.7]),
      horizon + reach * 0.42,
      reach * random.between(0.7, 1.1),
    ]
    const stem = reach * 0.11
    const cap = 'stroke-linecap="round" stroke-linejoin="round"'
    art += stroke(`M${num(px)} ${num(py)}v${num(-tall)}`, deep, stem, cap)
    art += stroke(`M${num(px)} ${num(py - tall * 0.42)}h${num(-stem * 1.9)}v${num(-tall * 0.3)}`, deep, stem * 0.8, cap)
    art += stroke(`M${num(px)} ${num(py - tall * 0.3)}h${num(stem * 1.9)}v${num(-tall * 0.36)}`, deep, stem * 0.8, cap)
    return { art, top: ground, bottom: deep }
  },
}

/** Lines that race together, and the one thing ahead of them. */
export const speed: Family = {
  name: 'speed',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'hugeBottom', 'hugeTop', 'framed'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const turn = random.pick([-32, -24, 24, 32, -45])
    const bands = random.whole(5, 9)
    const thick = (reach * 1.5) / bands
    const inks = [main, light, accent, deep, main] as const
    const far = wide ? 2400 : 1300
    let trails = ''
    for (const at of count(bands)) {
      const level = (at - bands / 2) * thick
      const start = reach * random.between(-0.35, 0.55) - Math.abs(at - bands / 2) * thick * 0.45
      trails += rect(
        -far,
        level,
        far + start,
        thick * random.between(0.55, 1.02),
        inks[at % inks.length] ?? main,
        `rx="${num(random.pick([0, thick / 2]))}"`,
      )
    }
    const ball = random.pick([accent, light])
    trails +=
      circle(reach * 0.55, 0, reach * random.between(0.3, 0.42), ball) + circle(reach * 0.55, 0, reach * 0.12, deep)
    const art = `${rect(0, 0, width, height, ground)}${moved(trails, x, y, 1, turn)}`
    return { art, top: ground, bottom: ground }
  },
}

import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, curve, num, type Point, path, polygon, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Layers of soft hills under a large sun or moon, and one small wanderer. */
export const dunes: Family = {
  name: 'dunes',
  layouts: ['bleedBottom', 'bleedTop', 'hugeBottom', 'panelTop', 'framed', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const size = reach * random.between(0.5, 0.85)
    const sunX = x + reach * random.between(-0.35, 0.35)
    const bands = random.chance(0.4)
    let art = rect(0, 0, width, height, ground)
    if (bands)
      for (const at of count(5)) art += circle(sunX, y, size * (2.6 - at * 0.36), mix(ground, main, 0.08 * (at + 1)))
    art += circle(sunX, y, size, random.pick([accent, light]))
    const layers = random.whole(3, 6)
    const horizon = y + reach * random.between(0.25, 0.5)
    const step = Math.min((height - horizon) / (layers + 1), reach * 0.32)
    let last = main
    for (const at of count(layers)) {
      const level = horizon + at * step
      last = mix(main, deep, at / Math.max(1, layers - 1))
      const swing = step * random.between(0.5, 1.1)
      const phase = random.between(0, 6)
      const points = count(9).map(
        (n): Point => [(n / 8) * width, level + Math.sin(phase + n * random.between(0.7, 0.9)) * swing],
      )
      art += path(`${curve(points)}L${num(width)} ${num(height)}L0 ${num(height)}Z`, last)
    }
    if (random.chance(0.6)) {
      const at = horizon + step * (layers - 1.2)
      const px = x + reach * random.between(-0.8, 0.2)
      art +=
        polygon(
          [
            [px, at],
            [px - 7, at + 36],
            [px + 7, at + 36],
          ],
          light,
        ) + circle(px, at - 2, 6, light)
    }
    return { art, top: ground, bottom: last }
  },
}

/** Faceted peaks, lit from one side, with a moon and their mirror in still water. */
export const peaks: Family = {
  name: 'peaks',
  layouts: ['bleedBottom', 'bleedTop', 'panelBottom', 'framed', 'hugeTop'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    let art = rect(0, 0, width, height, ground)
    art += circle(
      x + reach * random.between(-0.7, 0.7),
      y - reach * random.between(0.35, 0.7),
      reach * random.between(0.18, 0.42),
      accent,
    )
    const shore = y + reach * 0.75
    const mountains = random.whole(3, 5) + (wide ? 4 : 0)
    for (const at of count(mountains)) {
      const far = 1 - at / mountains
      const px = wide ? (width * (at * 0.618 + 0.15)) % width : x + reach * random.between(-1.1, 1.1)
      const tall = reach * random.between(0.55, 1.45) * (0.6 + 0.4 * far) * (wide && px > width * 0.55 ? 0.5 : 1)
      const half = tall * random.between(0.5, 0.8)
      const lean = half * random.between(-0.2, 0.25)
      const tone = mix(main, deep, 0.75 - far * 0.6)
      const peak: Point = [px + lean, shore - tall]
      art += polygon([peak, [px - half, shore], [px + half, shore]], tone)
      art += polygon(
        [
          peak,
          [px + lean * 0.3 - half * 0.1, shore - tall * 0.5],
          [px + half * 0.18, shore - tall * 0.3],
          [px - half * 0.05, shore],
          [px + half, shore],
        ],
        mix(tone, deep, 0.55),
      )
      if (at === mountains - 1 || random.chance(0.5)) {
        const snow = 0.3
        art += polygon(
          [
            peak,
            [px + lean - (half + lean) * snow, shore - tall * (1 - snow)],
            [px + lean - half * 0.06, shore - tall * (1 - snow * 0.75)],
            [px + lean + (half - lean) * snow * 0.3, shore - tall * (1 - snow * 0.9)],
          ],
          light,
        )
      }
    }
    art += rect(0, shore, width, height - shore, deep)
    for (const at of count(7)) {
      const wideLine = reach * random.between(0.2, 1.1)
      art += rect(
        x + reach * random.between(-0.9, 0.5),
        shore + reach * 0.06 * (at + 0.5) * (1 + at * 0.12),
        wideLine,
        3 + at * 0.5,
        mix(main, deep, 0.3),
      )
    }
    return { art, top: ground, bottom: deep }
  },
}

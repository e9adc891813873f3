import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, ellipse, path, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'
import { archPath } from './arches.ts'

/** Domes, minarets and wind towers in layers against a low sun. */
export const domes: Family = {
  name: 'domes',
  layouts: ['bleedTop', 'hugeTop', 'bleedBottom', 'panelBottom', 'framed', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const base = y + reach * 0.9
    let art =
      rect(0, 0, width, height, ground) +
      circle(
        x + reach * random.between(-0.5, 0.5),
        y - reach * random.between(0, 0.4),
        reach * random.between(0.45, 0.7),
        random.pick([accent, light]),
      )
    const layers = 3
    for (const layer of count(layers)) {
      const tone = mix(mix(ground, main, 0.65), deep, layer / (layers - 1))
      const floor = base - (layers - 1 - layer) * reach * 0.24
      let at = -reach * random.between(0.1, 0.4)
      while (at < width + reach * 0.3) {
        const wide = reach * random.between(0.3, 0.62)
        const tall = wide * random.between(0.7, 1.15) + reach * 0.14 * (layers - layer)
        const centre = at + wide / 2
        const shape = random.unit()
        if (shape < 0.42) {
          art +=
            path(archPath(centre, floor, wide, tall + wide * 0.35, 'onion'), tone) +
            rect(centre - wide * 0.02, floor - tall - wide * 0.55, wide * 0.04, wide * 0.25, tone)
        } else if (shape < 0.62) {
          const slim = reach * 0.075
          art +=
            rect(centre - slim / 2, floor - tall * 1.9, slim, tall * 1.9, tone) +
            ellipse(centre, floor - tall * 1.62, slim * 0.95, slim * 0.3, tone) +
            path(archPath(centre, floor - tall * 1.7, slim, slim * 2.6, 'onion'), tone)
        } else if (shape < 0.78) {
          const tower = wide * 0.5
          art += rect(centre - tower / 2, floor - tall * 1.2, tower, tall * 1.2, tone)
          for (const slit of count(4))
            art += rect(
              centre - tower * 0.4 + slit * tower * 0.22,
              floor - tall * 1.12,
              tower * 0.1,
              tall * 0.34,
              mix(tone, ground, 0.5),
            )
        } else {
          art += rect(at, floor - tall * 0.55, wide, tall * 0.55, tone)
          for (const door of count(3))
            art += path(
              archPath(at + wide * (0.2 + door * 0.3), floor, wide * 0.2, tall * 0.36, 'pointed'),
              mix(tone, deep, 0.6),
            )
        }
        at += wide * random.between(0.75, 1)
      }
      art += rect(0, floor - 1, width, height - floor + 1, tone)
    }
    return { art, top: ground, bottom: deep }
  },
}

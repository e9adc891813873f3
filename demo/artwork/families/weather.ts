import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, moved, num, path, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Slanting rain and an umbrella. */
export const rain: Family = {
  name: 'rain',
  layouts: ['bleedTop', 'bleedBottom', 'hugeBottom', 'panelTop', 'framed', 'strip'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const lean = random.between(0.16, 0.34) * random.sign()
    const clearFrom = quiet === 'top' ? y - reach * 1.15 : -height
    const clearTo = quiet === 'bottom' ? y + reach * 1.02 : height * 2
    const floor = mix(ground, deep, 0.75)
    let art = rect(0, 0, width, height, ground)
    for (const at of count((width * height) / 3200)) {
      const [px, py, long] = [
        random.between(-60, width + 60),
        random.between(Math.max(0, clearFrom), Math.min(height, clearTo)),
        reach * random.between(0.1, 0.42),
      ]
      art += stroke(
        `M${num(px)} ${num(py)}l${num(-long * lean)} ${num(long)}`,
        at % 3 ? mix(ground, main, 0.75) : light,
        at % 3 ? 3 : 2,
      )
    }
    const radius = reach * random.between(0.5, 0.62)
    const ribs = random.pick([3, 4])
    const rim = count(ribs).map((rib) => {
      const wide = (radius * 2) / ribs
      return `Q${num(radius - (rib + 0.5) * wide)} ${num(-radius * 0.22)} ${num(radius - (rib + 1) * wide)} 0`
    })
    const canopy = path(
      `M${num(-radius)} 0A${num(radius)} ${num(radius)} 0 0 1 ${num(radius)} 0${rim.join('')}Z`,
      accent,
    )
    const shade = path(
      `M0 ${num(-radius)}A${num(radius)} ${num(radius)} 0 0 1 ${num(radius)} 0Q${num(radius * 0.62)} ${num(-radius * 0.2)} ${num(radius * 0.34)} ${num(-radius * 0.02)}Q${num(radius * 0.34)} ${num(-radius * 0.7)} 0 ${num(-radius)}Z`,
      mix(accent, deep, 0.35),
    )
    const person =
      path(
        `M${num(-radius * 0.3)} ${num(radius * 1.5)}L${num(-radius * 0.22)} ${num(radius * 0.45)}Q0 ${num(radius * 0.26)} ${num(radius * 0.22)} ${num(radius * 0.45)}L${num(radius * 0.3)} ${num(radius * 1.5)}Z`,
        deep,
      ) + circle(0, radius * 0.2, radius * 0.15, deep)
    art += rect(0, y + reach * 1.02, width, height, floor)
    art += moved(
      person + rect(-radius * 0.015, -radius * 1.1, radius * 0.03, radius * 1.9, deep) + canopy + shade,
      x,
      y + reach * 1.02 - radius * 1.5,
    )
    return { art, top: ground, bottom: floor }
  },
}

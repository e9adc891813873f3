import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, num, path, polygon, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'
import { archPath } from './arches.ts'

/** A stair that climbs across the sheet to a lit door. */
export const stairs: Family = {
  name: 'stairs',
  layouts: ['bleedTop', 'panelTop', 'panelBottom', 'framed', 'strip', 'hugeTop'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const way = wide ? -1 : random.sign()
    const steps = random.whole(6, 10)
    const run = Math.min(reach * 2.1, width * 0.68) / steps
    const rise = Math.min(run * random.between(0.7, 1), (reach * 1.25) / steps)
    const first = y + reach
    const edge = wide ? x + reach * 1.05 : way > 0 ? width * 0.04 : width * 0.96
    let art = rect(0, 0, width, height, ground)
    const tone = mix(main, deep, random.between(0, 0.3))
    const topStep = first - steps * rise
    const far = way > 0 ? width : 0
    const landing = edge + way * steps * run
    for (const at of count(steps + 1)) {
      const level = first - at * rise
      const left = edge + way * at * run
      const end = at === steps ? far + way * 40 : left + way * run
      const [from, to] = left < end ? [left, end] : [end, left]
      art += rect(from - 0.5, level, to - from + 1, height - level, at % 2 ? tone : mix(tone, deep, 0.28))
      art += rect(from - 0.5, level, to - from + 1, rise * 0.16, light)
    }
    art += rect(0, first, way > 0 ? edge : width, height - first, deep)
    if (way < 0) art += rect(edge, first, width - edge, height - first, deep)
    const doorX = wide ? landing - reach * 0.3 : (landing + (way > 0 ? width : 0)) / 2
    const doorTall = reach * 0.62
    art += path(archPath(doorX, topStep, reach * 0.3, doorTall, random.pick(['pointed', 'round'] as const)), accent)
    const px = edge + way * run * 2.5
    const py = first - rise * 2
    art +=
      circle(px, py - rise * 1.75, rise * 0.24, light) +
      polygon(
        [
          [px, py - rise * 1.6],
          [px - rise * 0.3, py],
          [px + rise * 0.3, py],
        ],
        light,
      )
    return { art, top: ground, bottom: mix(tone, deep, 0.5) }
  },
}

/** Round walls with gaps, seen from above, and an object in the middle. */
export const maze: Family = {
  name: 'maze',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const rounds = random.whole(5, 8)
    const pitch = (reach * 1.08) / (rounds + 0.6)
    const wall = pitch * random.between(0.3, 0.5)
    const ink = inkAgainst(ground, [light, main, deep], random)
    let art = ''
    if (random.chance(0.5)) art += circle(x, y, reach * 1.18, mix(ground, deep, 0.4))
    for (const at of count(rounds)) {
      const radius = pitch * (at + 1.2)
      const gap = (pitch * 0.95) / radius
      const turn = random.between(0, Math.PI * 2)
      const around = Math.PI * 2 * radius
      const open = gap * radius
      const parts = random.whole(1, 2)
      const dash =
        parts === 1
          ? `${num(around - open)} ${num(open)}`
          : `${num(around * 0.62 - open)} ${num(open)} ${num(around * 0.38 - open)} ${num(open)}`
      art += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="none" stroke="${ink}" stroke-width="${num(wall)}" stroke-dasharray="${dash}" transform="rotate(${num((turn * 180) / Math.PI)} ${num(x)} ${num(y)})"/>`
      if (at > 0 && random.chance(0.75)) {
        const bar = random.between(0, Math.PI * 2)
        const [cos, sin] = [Math.cos(bar), Math.sin(bar)]
        art += stroke(
          `M${num(x + cos * (radius - pitch))} ${num(y + sin * (radius - pitch))}L${num(x + cos * radius)} ${num(y + sin * radius)}`,
          ink,
          wall,
        )
      }
    }
    art += circle(x, y, pitch * 0.5, accent)
    return { art, top: ground, bottom: ground }
  },
}

import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, moved, num, path, rect, ring, stroke, wedge } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Strips of film across the sheet; in their frames a sun rises. */
export const film: Family = {
  name: 'film',
  layouts: ['panelTop', 'panelBottom', 'framed', 'strip', 'band', 'label'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const strips = random.pick([1, 2, 3])
    const wide = (reach * 1.5) / strips ** 0.75
    const turn = random.pick([0, -18, 14, 90, -30])
    let all = ''
    for (const at of count(strips)) {
      const top = (at - strips / 2) * wide * 1.08
      const slide = random.between(-0.5, 0.5) * wide
      all += rect(-2000, top, 4000, wide, deep)
      const cell = wide * 0.92
      for (let n = -16; n <= 16; n++) {
        const left = n * cell + slide
        if (left < -width - 200 || left > width + 200) continue
        for (const hole of count(4))
          for (const edge of [0.045, 0.885])
            all += rect(
              left + hole * (cell / 4) + cell * 0.06,
              top + wide * edge,
              cell * 0.13,
              wide * 0.07,
              ground,
              `rx="${num(cell * 0.02)}"`,
            )
        const back = n % 2 ? main : mix(main, light, 0.35)
        const pane = rect(left + cell * 0.05, top + wide * 0.17, cell * 0.9, wide * 0.66, '#fff')
        const rise = top + wide * (0.95 - ((n + 18) % 5) * 0.16)
        all += clipped(
          id(),
          pane,
          rect(left, top, cell, wide, back) +
            circle(left + cell / 2, rise, wide * 0.24, n === 0 ? accent : light) +
            rect(left, top + wide * 0.68, cell, wide, mix(back, deep, 0.6)),
        )
      }
    }
    return { art: rect(0, 0, width, height, ground) + moved(all, x, y, 1, turn), top: ground, bottom: ground }
  },
}

/** A record, its grooves, and the sound that leaves it as bars. */
export const record: Family = {
  name: 'record',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const kind = random.pick(['record', 'bars', 'half'] as const)
    let art = ''
    if (kind === 'bars') {
      const many = random.whole(9, 15)
      const pitch = (reach * 2.1) / many
      const waveAt = random.between(0, 6)
      for (const at of count(many)) {
        const share = (at - (many - 1) / 2) / (many / 2)
        const tall = reach * (0.25 + 0.75 * Math.abs(Math.sin(waveAt + at * 0.9))) * (1 - share * share * 0.55)
        art += rect(
          x - reach * 1.05 + at * pitch,
          y - tall,
          pitch * 0.62,
          tall * 2,
          [main, light, accent, deep][at % 4] ?? main,
          `rx="${num(pitch * 0.31)}"`,
        )
      }
      return { art, top: ground, bottom: ground }
    }
    const disc = random.pick([deep, deep, main])
    art += circle(x, y, reach, disc)
    for (const at of count(11))
      art += ring(x, y, reach * (0.44 + at * 0.05), mix(disc, light, at % 3 ? 0.1 : 0.26), reach * 0.008)
    for (const turn of [-70, 110]) art += path(wedge(x, y, reach * 0.98, turn, turn + 24), light, 'fill-opacity="0.13"')
    art +=
      circle(x, y, reach * 0.36, accent) +
      path(wedge(x, y, reach * 0.36, random.between(0, 180), 270), mix(accent, deep, 0.3)) +
      circle(x, y, reach * 0.05, ground)
    if (kind === 'half')
      for (const at of count(5))
        art += path(wedge(x, y, reach * (1.001 - at * 0.13), -90, 90), [main, light, accent, deep, light][at] ?? main)
    const arm = random.sign()
    art +=
      stroke(
        `M${num(x + arm * reach * 1.02)} ${num(y - reach * 0.95)}L${num(x + arm * reach * 0.82)} ${num(y + reach * 0.3)}L${num(x + arm * reach * 0.46)} ${num(y + reach * 0.5)}`,
        light,
        reach * 0.035,
        'stroke-linejoin="round"',
      ) + circle(x + arm * reach * 1.02, y - reach * 0.95, reach * 0.1, light)
    return { art, top: ground, bottom: ground }
  },
}

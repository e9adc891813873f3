import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, moved, num, path, polygon, rect, ring, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** An open hand with an object, an eye or a hole in its palm. */
export const hand: Family = {
  name: 'hand',
  layouts: ['bleedTop', 'bleedBottom', 'panelTop', 'panelBottom', 'framed', 'hugeTop', 'hugeBottom'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const skin = inkAgainst(ground, [main, light, deep], random)
    const thick = reach * 0.235
    const base = y + reach * 0.42
    const cuff = quiet === 'bottom' ? y + reach * 1.05 : height + 5
    const side = random.sign()
    let art = ''
    if (random.chance(0.5))
      art += circle(x, y - reach * 0.1, reach * 0.98, mix(ground, skin === main ? deep : main, 0.45))
    const fingers = [0.72, 0.95, 1, 0.82].map((long, at) => {
      const fx = (at - 1.5) * thick * 1.12 * side
      const tip = -reach * (0.55 + long * 0.62)
      return stroke(`M${num(fx)} 0L${num(fx * 1.12)} ${num(tip)}`, skin, thick, 'stroke-linecap="round"')
    })
    const thumb = stroke(
      `M${num(side * thick * 1.2)} ${num(-thick * 0.2)}Q${num(side * reach * 0.72)} ${num(-reach * 0.08)} ${num(side * reach * 0.74)} ${num(-reach * 0.5)}`,
      skin,
      thick * 1.02,
      'stroke-linecap="round"',
    )
    const palm = rect(-thick * 2.24, -reach * 0.5, thick * 4.48, reach * 0.85, skin, `rx="${num(thick * 0.8)}"`)
    const wrist = rect(-thick * 1.35, 0, thick * 2.7, cuff - base, skin)
    const sleeve = rect(-thick * 1.75, reach * 0.4, thick * 3.5, Math.max(0, cuff - base - reach * 0.4), accent)
    const [cx, cy, r] = [0, -reach * 0.08, thick * 1.05]
    const gap = skin === deep ? light : deep
    const held = random.pick([
      circle(cx, cy, r, accent) + circle(cx, cy, r * 0.5, gap),
      path(
        `M${num(-r * 1.35)} ${num(cy)}Q0 ${num(cy - r * 1.4)} ${num(r * 1.35)} ${num(cy)}Q0 ${num(cy + r * 1.4)} ${num(-r * 1.35)} ${num(cy)}Z`,
        gap,
      ) +
        circle(cx, cy, r * 0.52, accent) +
        circle(cx, cy, r * 0.22, gap),
      count(4)
        .map((at) => ring(cx, cy, r * (0.3 + at * 0.32), at % 2 ? accent : gap, r * 0.12))
        .join(''),
      polygon(
        [
          [0, cy - r * 1.2],
          [r, cy],
          [0, cy + r * 1.2],
          [-r, cy],
        ],
        accent,
      ),
    ])
    art += moved(wrist + sleeve + fingers.join('') + thumb + palm + held, x, base, 1, random.between(-7, 7))
    return { art, top: ground, bottom: ground }
  },
}

/** Heads in rows, all alike; one has turned a different colour. */
export const crowd: Family = {
  name: 'crowd',
  layouts: ['bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeTop', 'band'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const size = reach / random.pick([2.4, 3, 3.6])
    const start = y - reach * 0.55
    const rows = Math.ceil((height - start) / (size * 1.05)) + 1
    const helmet = random.chance(0.35)
    const oddRow = random.whole(1, 3)
    let art =
      rect(0, 0, width, height, ground) +
      (random.chance(0.5) ? circle(x, start, reach * 0.7, random.pick([accent, light])) : '')
    for (const row of count(rows)) {
      const cy = start + row * size * 1.05
      const across = Math.ceil(width / (size * 1.9)) + 2
      for (let column = -across; column <= across; column++) {
        const cx = x + column * size * 1.9 + (row % 2 ? size * 0.95 : 0)
        const odd = row === oddRow && column === 0
        const tone = odd ? accent : mix(mix(ground, main, 0.85), deep, Math.min(1, row / (rows - 1)))
        const rim = mix(tone, light, odd ? 0.5 : 0.16)
        art += path(
          `M${num(cx - size)} ${num(cy + size * 2.6)}C${num(cx - size)} ${num(cy + size * 0.7)} ${num(cx + size)} ${num(cy + size * 0.7)} ${num(cx + size)} ${num(cy + size * 2.6)}Z`,
          tone,
        )
        art += circle(cx, cy, size * 0.56, tone)
        if (helmet)
          art += path(
            `M${num(cx - size * 0.72)} ${num(cy)}A${num(size * 0.72)} ${num(size * 0.72)} 0 0 1 ${num(cx + size * 0.72)} ${num(cy)}Z`,
            rim,
          )
        else
          art += path(
            `M${num(cx)} ${num(cy - size * 0.56)}A${num(size * 0.56)} ${num(size * 0.56)} 0 0 1 ${num(cx)} ${num(cy + size * 0.56)}Z`,
            rim,
          )
      }
    }
    return { art, top: ground, bottom: deep }
  },
}

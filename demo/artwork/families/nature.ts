import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, group, line, moved, num, onCircle, path, polygon, rect, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A tree that forks again and again, bare or with a round crown, and its roots. */
export const tree: Family = {
  name: 'tree',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'framed', 'hugeTop', 'strip'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const base = y + reach * 0.8
    const bark = random.pick([deep, deep, light])
    const leaf = random.pick([accent, main, light])
    const bare = random.chance(0.45)
    const spread = random.between(20, 32)
    const soil = mix(ground, deep, 0.8)
    let art = rect(0, 0, width, height, ground)
    art += circle(
      x,
      y - reach * 0.15,
      reach * random.between(0.72, 0.95),
      bare ? random.pick([main, accent]) : mix(ground, main, 0.5),
    )
    let [branches, leaves] = ['', '']
    const grow = (fromX: number, fromY: number, long: number, angle: number, thick: number, depth: number) => {
      const [toX, toY] = onCircle(fromX, fromY, long, angle)
      branches += line([fromX, fromY], [toX, toY], bark, thick, 'stroke-linecap="round"')
      if (depth === 0) {
        if (!bare) leaves += circle(toX, toY, reach * random.between(0.05, 0.12), random.chance(0.15) ? accent : leaf)
        return
      }
      for (const side of [-1, 1])
        grow(
          toX,
          toY,
          long * random.between(0.68, 0.84),
          angle + side * spread * random.between(0.5, 1.35),
          thick * 0.66,
          depth - 1,
        )
    }
    grow(x, base, reach * 0.44, -90 + random.between(-5, 5), reach * 0.12, bare ? 6 : 5)
    art += branches + leaves + rect(0, base - 1, width, height - base + 1, soil)
    if (random.chance(0.5))
      art += circle(x + reach * random.pick([-0.6, 0.6]), base - reach * 0.12, reach * 0.05, light)
    return { art, top: ground, bottom: soil }
  },
}

/** Trunks like bars, mist between them, and a small light far in. */
export const forest: Family = {
  name: 'forest',
  layouts: ['bleedBottom', 'hugeBottom', 'panelTop', 'framed', 'strip', 'band'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const floor = quiet === 'bottom' ? y + reach * 0.95 : y + reach * 1.15
    let art =
      rect(0, 0, width, height, ground) +
      circle(
        x,
        y - reach * 0.1,
        reach * random.between(0.4, 0.75),
        random.pick([light, accent, mix(ground, light, 0.5)]),
      )
    for (const layer of count(4)) {
      const tone = mix(mix(ground, main, 0.55), deep, layer / 3)
      let at = random.between(-40, 20)
      while (at < width) {
        const thick = reach * (0.04 + layer * 0.045) * random.between(0.7, 1.3)
        const lean = thick * random.between(-0.6, 0.6)
        const clearing = Math.abs(at - x) < reach * 0.3 && layer > 1
        if (!clearing)
          art += polygon(
            [
              [at + lean, -5],
              [at + thick + lean, -5],
              [at + thick * 1.25, floor + layer * 12],
              [at - thick * 0.25, floor + layer * 12],
            ],
            tone,
          )
        if (!clearing && layer > 1 && random.chance(0.5)) {
          const fork = random.between(0.1, 0.5) * floor
          const side = random.sign()
          art += polygon(
            [
              [at + thick / 2, fork + thick],
              [at + thick / 2, fork],
              [at + thick / 2 + side * reach * 0.3, fork - reach * 0.3],
            ],
            tone,
          )
        }
        at += reach * (0.14 + layer * 0.13) * random.between(0.7, 1.5)
      }
    }
    art += rect(0, floor, width, height - floor, deep)
    const size = reach * 0.15
    art +=
      path(
        `M${num(x - size * 0.5)} ${num(floor + 2)}L${num(x)} ${num(floor - size * 2.1)}L${num(x + size * 0.5)} ${num(floor + 2)}Z`,
        deep,
      ) + circle(x, floor - size * 2.1, size * 0.33, deep)
    art += circle(x + size * 0.85, floor - size * 0.9, size * 0.28, accent)
    return { art, top: mix(mix(ground, main, 0.3), deep, 0.45), bottom: deep }
  },
}

/** Flowers of ruler and compass, standing in a row or alone. */
export const flowers: Family = {
  name: 'flowers',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeTop'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const stems = wide ? 3 : random.pick([1, 1, 3, 5])
    const base = y + reach * 1.08
    const size = (reach * 0.95) / (stems === 1 ? 1.25 : stems === 3 ? 2.3 : 3.4)
    const tulip = random.chance(0.5)
    const inks = [accent, light, main] as const
    let art = ''
    if (random.chance(0.4)) art += circle(x, y, reach * 0.98, mix(ground, main, 0.4))
    for (const at of count(stems)) {
      const away = at - (stems - 1) / 2
      const cx = x + away * size * 1.75
      const cy = y - reach * 0.35 + Math.abs(away) * reach * random.between(0.1, 0.25)
      art += stroke(`M${num(cx)} ${num(cy)}V${num(base)}`, deep, size * 0.09)
      for (const side of [-1, 1]) {
        const low = base - (base - cy) * random.between(0.15, 0.4)
        art += path(
          `M${num(cx)} ${num(low)}Q${num(cx + side * size * 0.9)} ${num(low - size * 0.15)} ${num(cx + side * size * 0.85)} ${num(low - size * 0.95)}Q${num(cx + side * size * 0.1)} ${num(low - size * 0.75)} ${num(cx)} ${num(low)}Z`,
          deep,
        )
      }
      const ink = stems === 1 ? accent : (inks[at % inks.length] ?? accent)
      art += moved(
        tulip
          ? tulipHead(size, ink, mix(ink, deep, 0.35), light)
          : daisyHead(size, ink, deep, random.pick([8, 10, 12, 16])),
        cx,
        cy,
      )
    }
    return { art, top: ground, bottom: ground }
  },
}

function tulipHead(size: number, ink: string, shade: string, light: string): string {
  const cup = (from: number, to: number) =>
    `M${num(from)} ${num(-size)}Q${num(from)} ${num(size * 0.6)} 0 ${num(size * 0.6)}Q${num(to)} ${num(size * 0.6)} ${num(to)} ${num(-size)}`
  return (
    path(
      `${cup(-size * 0.72, size * 0.72)}L${num(size * 0.36)} ${num(-size * 0.3)}L0 ${num(-size)}L${num(-size * 0.36)} ${num(-size * 0.3)}Z`,
      ink,
    ) +
    path(
      `M0 ${num(-size)}Q${num(size * 0.5)} ${num(-size * 0.2)} 0 ${num(size * 0.6)}Q${num(-size * 0.5)} ${num(-size * 0.2)} 0 ${num(-size)}Z`,
      shade,
    ) +
    circle(0, -size * 1.25, size * 0.08, light)
  )
}

function daisyHead(size: number, ink: string, heart: string, petals: number): string {
  const petal = `M0 0Q${num(size * 0.34)} ${num(-size * 0.6)} 0 ${num(-size)}Q${num(-size * 0.34)} ${num(-size * 0.6)} 0 0Z`
  const all = count(petals).map((at) => path(petal, ink, `transform="rotate(${num((at * 360) / petals)})"`))
  return group(all.join(''), '') + circle(0, 0, size * 0.26, heart) + circle(0, 0, size * 0.1, ink)
}

import { inkAgainst } from '#demo/artwork/palette.ts'
import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, moved, num, type Point, path, polygon, rect, ring } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Cypresses, as on tiles and rugs, in a walled row; one leans. */
export const cypress: Family = {
  name: 'cypress',
  layouts: ['bleedTop', 'bleedBottom', 'panelTop', 'framed', 'strip', 'hugeTop'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const trees = wide ? 7 : random.pick([1, 3, 3, 5])
    const base = y + reach
    const tall = reach * random.between(1.7, 1.95)
    const fat = trees === 1 ? reach * 0.85 : (reach * 1.7) / Math.max(3, trees)
    const soil = mix(ground, deep, 0.85)
    let art =
      rect(0, 0, width, height, ground) +
      circle(
        x + reach * random.between(-0.4, 0.4),
        y - reach * random.between(0.1, 0.5),
        reach * random.between(0.4, 0.7),
        random.pick([accent, light]),
      )
    const odd = random.whole(0, trees - 1)
    for (const at of count(trees)) {
      const cx = wide ? x - reach + at * fat * 1.3 : x + (at - (trees - 1) / 2) * fat * 1.06
      const size = tall * (trees === 1 ? 1 : random.between(0.68, 1))
      const bend = at === odd ? fat * random.pick([-0.7, 0.7]) : 0
      art += moved(
        oneCypress(
          fat,
          size,
          bend,
          at === odd ? main : mix(main, deep, 0.6),
          at === odd ? light : mix(main, deep, 0.1),
        ),
        cx,
        base,
      )
      art += rect(cx - fat * 0.05, base - size * 0.06, fat * 0.1, size * 0.08, deep)
    }
    return { art: art + rect(0, base, width, height - base, soil), top: ground, bottom: soil }
  },
}

function oneCypress(fat: number, tall: number, bend: number, tone: string, vein: string): string {
  const flame = (scale: number) => {
    const [half, top] = [fat * 0.46 * scale, -tall * (0.06 + 0.94 * scale)]
    const low = -tall * 0.05
    return `M0 ${num(low)}C${num(-half * 1.5)} ${num(low - tall * 0.06)} ${num(-half * 1.2)} ${num(top * 0.55)} ${num(bend * scale)} ${num(top)}C${num(half * 1.1)} ${num(top * 0.6)} ${num(half * 1.5)} ${num(low - tall * 0.06)} 0 ${num(low)}Z`
  }
  return path(flame(1), tone) + path(flame(0.72), vein) + path(flame(0.5), tone) + path(flame(0.26), vein)
}

/** Birds of half discs and triangles, one of them large. */
export const birds: Family = {
  name: 'birds',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'whole',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const way = random.sign()
    let art = ''
    if (random.chance(0.5))
      art += circle(
        x + reach * 0.35 * way,
        y - reach * 0.3,
        reach * random.between(0.55, 0.8),
        mix(ground, random.pick([accent, light]), 0.5),
      )
    const wings = random.whole(3, 6)
    const inks = [main, light, accent, deep] as const
    const bird = random.pick([
      () => geometricBird(reach * 0.62, wings, random.pick([deep, light]), inks, deep),
      () => foldedBird(reach, inkAgainst(ground, [light, main, deep], random), deep, accent),
      () => swallow(reach, inkAgainst(ground, [deep, light, main], random), accent),
    ])()
    art += moved(`<g transform="scale(${way} 1)">${bird}</g>`, x, y + reach * 0.1, 1, random.between(-14, 14))
    for (const at of count(random.pick([0, 3, 5, 7]))) {
      const size = reach * random.between(0.08, 0.16)
      const [px, py] = [x + reach * random.between(-1, 1), y - reach * random.between(0.75, 1.02)]
      art += path(
        `M${num(px - size)} ${num(py - size * 0.4)}Q${num(px - size * 0.3)} ${num(py - size * 0.5)} ${num(px)} ${num(py)}Q${num(px + size * 0.3)} ${num(py - size * 0.5)} ${num(px + size)} ${num(py - size * 0.4)}Q${num(px + size * 0.4)} ${num(py - size * 0.1)} ${num(px)} ${num(py + size * 0.3)}Q${num(px - size * 0.4)} ${num(py - size * 0.1)} ${num(px - size)} ${num(py - size * 0.4)}Z`,
        at % 2 ? light : deep,
      )
    }
    return { art, top: ground, bottom: ground }
  },
}

/** A paper crane: four folds, four tones. */
function foldedBird(size: number, paper: string, shade: string, beak: string): string {
  const at = (x: number, y: number): Point => [x * size, y * size]
  return (
    polygon([at(-0.05, 0.05), at(0.2, -0.95), at(0.42, 0.1)], mix(paper, shade, 0.45)) +
    polygon([at(0.1, 0.08), at(0.98, -0.42), at(0.4, 0.3)], mix(paper, shade, 0.25)) +
    polygon([at(-0.35, 0.12), at(0.42, 0.1), at(0.08, 0.58)], mix(paper, shade, 0.12)) +
    polygon([at(-0.1, 0.12), at(-0.42, -0.9), at(0.34, 0.14)], paper) +
    polygon([at(-0.46, 0.1), at(-0.82, -0.36), at(-0.66, -0.42), at(0.08, 0.58)], mix(paper, shade, 0.3)) +
    polygon([at(-0.82, -0.36), at(-1.08, -0.14), at(-0.72, -0.24)], beak)
  )
}

/** A swallow from below: two sickles and a fork. */
function swallow(size: number, ink: string, throat: string): string {
  const n = (share: number) => num(share * size)
  const wing = `M0 ${n(-0.2)}C${n(0.3)} ${n(-0.62)} ${n(0.75)} ${n(-0.7)} ${n(1.08)} ${n(-0.34)}C${n(0.7)} ${n(-0.42)} ${n(0.34)} ${n(-0.2)} 0 ${n(0.3)}Z`
  const tail = `M0 ${n(0.1)}L${n(0.12)} ${n(0.42)}L${n(0.36)} ${n(0.98)}L0 ${n(0.6)}L${n(-0.36)} ${n(0.98)}L${n(-0.12)} ${n(0.42)}Z`
  const body = `M0 ${n(-0.56)}Q${n(0.17)} ${n(-0.2)} 0 ${n(0.5)}Q${n(-0.17)} ${n(-0.2)} 0 ${n(-0.56)}Z`
  return (
    path(wing, ink) +
    path(wing, ink, 'transform="scale(-1 1)"') +
    path(tail, ink) +
    path(body, ink) +
    circle(0, -size * 0.36, size * 0.06, throat)
  )
}

function geometricBird(size: number, wings: number, body: string, inks: readonly string[], pupil: string): string {
  const belly = path(`M${num(-size)} 0A${num(size)} ${num(size)} 0 0 0 ${num(size)} 0Z`, body)
  const tail = polygon(
    [
      [size * 0.55, 0],
      [size * 1.75, -size * 0.42],
      [size * 1.55, size * 0.2],
      [size * 0.8, size * 0.45],
    ],
    body,
  )
  const head =
    circle(-size * 0.86, -size * 0.12, size * 0.36, body) +
    polygon(
      [
        [-size * 1.14, -size * 0.28],
        [-size * 1.62, -size * 0.02],
        [-size * 1.14, size * 0.04],
      ],
      inks[2] ?? body,
    )
  const feathers = count(wings).map((at) => {
    const radius = size * (1.25 - at * (1.05 / wings))
    return path(
      `M${num(size * 0.72)} 0H${num(size * 0.72 - radius)}A${num(radius)} ${num(radius)} 0 0 1 ${num(size * 0.72)} ${num(-radius)}Z`,
      inks[at % inks.length] ?? body,
    )
  })
  return (
    tail +
    belly +
    feathers.join('') +
    head +
    circle(-size * 0.92, -size * 0.16, size * 0.13, inks[1] ?? body) +
    circle(-size * 0.93, -size * 0.16, size * 0.06, pupil)
  )
}

/** An open moth, symmetrical, with eyes on its wings. */
export const moth: Family = {
  name: 'moth',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'framed', 'hugeBottom', 'hugeTop'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const [wingInk, lowInk] = random.pick([
      [main, deep],
      [light, main],
      [deep, main],
    ] as const)
    const [r, up, out] = [reach, random.between(0.7, 1), random.between(0.95, 1.12)]
    const upper = `M0 ${num(-r * 0.1)}C${num(r * 0.2)} ${num(-r * up)} ${num(r * 0.8)} ${num(-r * up * 1.1)} ${num(r * out)} ${num(-r * up * 0.72)}C${num(r * out * 0.95)} ${num(-r * 0.2)} ${num(r * 0.7)} ${num(r * 0.14)} 0 ${num(r * 0.16)}Z`
    const lower = `M0 ${num(r * 0.05)}C${num(r * 0.5)} ${num(r * 0.05)} ${num(r * 0.82)} ${num(r * 0.2)} ${num(r * 0.66)} ${num(r * 0.6)}C${num(r * 0.5)} ${num(r * 0.95)} ${num(r * 0.16)} ${num(r * 0.8)} 0 ${num(r * 0.3)}Z`
    const spot = (cx: number, cy: number, size: number) =>
      circle(cx, cy, size, accent) + circle(cx, cy, size * 0.66, deep) + circle(cx, cy, size * 0.3, light)
    const veins = count(5).map(
      (at) =>
        `<path d="M0 0L${num(r * out * (0.95 - at * 0.1))} ${num(-r * up * (0.72 - at * 0.22))}" stroke="${ground}" stroke-width="${num(r * 0.014)}"/>`,
    )
    const half =
      path(lower, lowInk) +
      path(upper, wingInk) +
      veins.join('') +
      spot(r * 0.6, -r * up * 0.5, r * random.between(0.14, 0.22)) +
      spot(r * 0.36, r * 0.44, r * 0.1)
    const body =
      path(
        `M0 ${num(-r * 0.3)}Q${num(r * 0.1)} ${num(r * 0.1)} 0 ${num(r * 0.72)}Q${num(-r * 0.1)} ${num(r * 0.1)} 0 ${num(-r * 0.3)}Z`,
        light,
      ) + ring(0, -r * 0.3, r * 0.05, light, r * 0.03)
    let art = ''
    if (random.chance(0.45)) art += circle(x, y, r * 0.86, mix(ground, random.pick([main, accent]), 0.5))
    art += moved(`${half}<g transform="scale(-1 1)">${half}</g>${body}`, x, y)
    return { art, top: ground, bottom: ground }
  },
}

import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, num, path, polygon, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** The outline of an arch: pointed as in an iwan, round, or shouldered. */
export function archPath(
  x: number,
  base: number,
  width: number,
  height: number,
  kind: 'pointed' | 'round' | 'onion',
): string {
  const [left, right, half] = [x - width / 2, x + width / 2, width / 2]
  const spring = base - height + half * (kind === 'round' ? 1 : 1.25)
  const foot = `M${num(left)} ${num(base)}L${num(left)} ${num(spring)}`
  const close = `L${num(right)} ${num(base)}Z`
  const top = base - height
  if (kind === 'round') return `${foot}A${num(half)} ${num(half)} 0 0 1 ${num(right)} ${num(spring)}${close}`
  const bulge = kind === 'onion' ? half * 0.22 : 0
  const low = spring - half * 0.62
  const crown = half * 0.4
  return `${foot}C${num(left - bulge)} ${num(low)} ${num(x - crown)} ${num(top + half * 0.36)} ${num(x)} ${num(top)}C${num(x + crown)} ${num(top + half * 0.36)} ${num(right + bulge)} ${num(low)} ${num(right)} ${num(spring)}${close}`
}

/** Arches behind arches, and a small figure in the last one. */
export const arches: Family = {
  name: 'arches',
  layouts: ['bleedTop', 'bleedBottom', 'hugeTop', 'panelBottom', 'framed', 'strip', 'panelTop'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const kind = random.pick(['pointed', 'pointed', 'round', 'onion'] as const)
    const rounds = random.whole(4, 7)
    const base = y + reach * 0.95
    const wide = reach * random.between(1.7, 2)
    const tall = reach * random.between(1.95, 2.1)
    const inward = random.pick([
      [main, deep],
      [light, main],
      [mix(ground, deep, 0.3), light],
    ] as const)
    const floor = mix(ground, deep, random.between(0.45, 0.8))
    let art = rect(0, 0, width, height, ground) + rect(0, base, width, height - base, floor)
    for (const at of count(rounds)) {
      const share = at / (rounds - 1)
      const scale = 1 - share * 0.72
      art += path(
        archPath(x, base, wide * scale, tall * (1 - share * 0.62), kind),
        at === rounds - 1 ? accent : mix(inward[0], inward[1], share),
      )
    }
    const door = wide * 0.28
    const spill = Math.min(height - base, reach * 0.5)
    if (quiet !== 'bottom')
      art += polygon(
        [
          [x - door / 2, base],
          [x + door / 2, base],
          [x + door * 1.5, base + spill],
          [x - door * 0.3, base + spill],
        ],
        mix(floor, accent, 0.55),
      )
    const stand = reach * 0.2
    art += path(
      `M${num(x - stand * 0.22)} ${num(base)}L${num(x - stand * 0.14)} ${num(base - stand)}L${num(x + stand * 0.14)} ${num(base - stand)}L${num(x + stand * 0.22)} ${num(base)}Z`,
      deep,
    )
    art += circle(x, base - stand * 1.16, stand * 0.15, deep)
    return { art, top: ground, bottom: floor }
  },
}

/** A dark wall, a door left open, and the light that falls through it. */
export const door: Family = {
  name: 'door',
  layouts: ['bleedTop', 'hugeTop', 'panelTop', 'framed', 'strip', 'panelBottom'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, wide }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const base = y + reach * 0.45
    const half = reach * random.between(0.26, 0.36)
    const top = y - reach * random.between(0.75, 1)
    const glow = random.pick([light, accent])
    const floor = mix(ground, deep, 0.55)
    const reachOut = height - base
    const lean = random.sign() * reach * random.between(0.2, 0.7)
    let art = rect(0, 0, width, height, ground) + rect(0, base, width, height - base, floor)
    const spill = [
      [x - half, base],
      [x + half, base],
      [x + half * 2.6 + lean, base + reachOut],
      [x - half * 1.6 + lean, base + reachOut],
    ] as const
    art += polygon(spill, wide ? mix(floor, glow, 0.5) : glow)
    const kind = random.pick(['square', 'pointed', 'round'] as const)
    const opening =
      kind === 'square'
        ? rect(x - half, top, half * 2, base - top, glow)
        : path(archPath(x, base, half * 2, base - top, kind), glow)
    art += opening
    const leaf = random.sign()
    art += polygon(
      [
        [x + leaf * half, top + (kind === 'square' ? 0 : half)],
        [x + leaf * half * 2, top - reach * 0.08 + (kind === 'square' ? 0 : half)],
        [x + leaf * half * 2, base + reach * 0.16],
        [x + leaf * half, base],
      ],
      main,
    )
    const tall = reach * random.between(0.55, 0.72)
    const body = `M${num(x - tall * 0.17)} ${num(base)}L${num(x - tall * 0.13)} ${num(base - tall * 0.72)}Q${num(x)} ${num(base - tall * 0.86)} ${num(x + tall * 0.13)} ${num(base - tall * 0.72)}L${num(x + tall * 0.17)} ${num(base)}Z`
    art += path(body, deep) + circle(x, base - tall * 0.9, tall * 0.105, deep)
    const shadow = polygon(
      [
        [x - tall * 0.17, base],
        [x + tall * 0.17, base],
        [x + lean * 0.8 + tall * 0.34, base + reachOut * 0.8],
        [x + lean * 0.8 - tall * 0.3, base + reachOut * 0.8],
      ],
      deep,
    )
    art += clipped(id(), polygon(spill, '#fff'), shadow)
    return { art, top: ground, bottom: floor }
  },
}

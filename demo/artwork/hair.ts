import { mix } from '#server/pictures/color.ts'
import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import type { Build } from './bust.ts'
import { circle, count, ellipse, num, onCircle, path, rect } from './svg.ts'

/** Two layers of hair: behind the head, and on it. */
export type Hair = { behind: string; before: string }

export function rollHair(build: Build, random: SeededRandom): Hair {
  return random.pick(STYLES)(build, random)
}

const none = ''

/** Hair down to the brow; `low` is its extent in head heights. */
function cap({ x, y, rx, ry, hair }: Build, low: number, grow: number): string {
  const [w, level] = [rx * grow, y - ry * low]
  return path(
    `M${num(x - w)} ${num(level + 16)}A${num(w)} ${num(ry * 0.98 * grow)} 0 0 1 ${num(x + w)} ${num(level + 16)}Q${num(x + w * 0.6)} ${num(level - 22)} ${num(x)} ${num(level - 20)}T${num(x - w)} ${num(level + 16)}Z`,
    hair,
  )
}

const crop = (build: Build): Hair => ({ behind: none, before: cap(build, 0.22, 1.06) })

const parting = (build: Build): Hair => {
  const { x, y, rx, ry, side, hair } = build
  const at = x - side * rx * 0.38
  const before = path(
    `M${num(at)} ${num(y - ry * 0.62)}Q${num(x + side * rx * 0.7)} ${num(y - ry * 0.5)} ${num(x + side * rx * 1.08)} ${num(y + ry * 0.04)}Q${num(x + side * rx * 1.26)} ${num(y - ry * 1.02)} ${num(x)} ${num(y - ry * 1.14)}Q${num(x - side * rx * 1.22)} ${num(y - ry * 1.02)} ${num(x - side * rx * 1.07)} ${num(y - ry * 0.04)}Q${num(x - side * rx * 0.9)} ${num(y - ry * 0.5)} ${num(at)} ${num(y - ry * 0.62)}Z`,
    hair,
  )
  return { behind: none, before }
}

const quiff = (build: Build): Hair => {
  const { x, y, rx, ry, side, hair } = build
  const before = path(
    `M${num(x - side * rx * 1.05)} ${num(y - ry * 0.1)}Q${num(x - side * rx * 1.2)} ${num(y - ry * 0.9)} ${num(x - side * rx * 0.5)} ${num(y - ry * 1.06)}Q${num(x + side * rx * 0.5)} ${num(y - ry * 1.5)} ${num(x + side * rx * 1.25)} ${num(y - ry * 1.02)}Q${num(x + side * rx * 1.1)} ${num(y - ry * 0.7)} ${num(x + side * rx * 1.04)} ${num(y - ry * 0.08)}Q${num(x + side * rx * 0.86)} ${num(y - ry * 0.56)} ${num(x)} ${num(y - ry * 0.58)}Q${num(x - side * rx * 0.8)} ${num(y - ry * 0.5)} ${num(x - side * rx * 1.05)} ${num(y - ry * 0.1)}Z`,
    hair,
  )
  return { behind: none, before }
}

const curls = (build: Build, random: SeededRandom): Hair => {
  const { x, y, rx, ry, hair } = build
  const size = rx * random.between(0.3, 0.42)
  const tone = mix(hair, build.skin, 0.16)
  const locks = count(11).map((at) => {
    const [cx, cy] = onCircle(0, 0, 1, 190 + at * 16)
    return circle(x + cx * rx * 0.98, y - ry * 0.12 + cy * ry * 0.88, size, at % 2 ? hair : tone)
  })
  return { behind: none, before: ellipse(x, y - ry * 0.66, rx * 0.9, ry * 0.3, hair) + locks.join('') }
}

const halo = (build: Build, random: SeededRandom): Hair => {
  const { x, y, rx, ry, hair } = build
  return { behind: circle(x, y - ry * 0.34, rx * random.between(1.45, 1.7), hair), before: cap(build, 0.34, 1.02) }
}

const bob = (build: Build, random: SeededRandom): Hair => {
  const { x, y, rx, ry, hair } = build
  const low = random.between(0.5, 1)
  const w = rx * 1.3
  const behind = path(
    `M${num(x - w)} ${num(y + ry * low)}V${num(y - ry * 0.2)}A${num(w)} ${num(ry)} 0 0 1 ${num(x + w)} ${num(y - ry * 0.2)}V${num(y + ry * low)}Z`,
    hair,
  )
  const fringe = rect(x - rx * 1.02, y - ry * 0.72, rx * 2.04, ry * random.between(0.3, 0.46), hair)
  return { behind, before: cap(build, 0.42, 1.04) + (random.chance(0.5) ? fringe : none) }
}

const long = (build: Build): Hair => {
  const { x, y, rx, ry, hair, side } = build
  const behind = path(
    `M${num(x - rx * 1.3)} ${num(y + ry * 1.75)}C${num(x - rx * 1.7)} ${num(y + ry * 0.4)} ${num(x - rx * 1.4)} ${num(y - ry * 1.2)} ${num(x)} ${num(y - ry * 1.16)}C${num(x + rx * 1.4)} ${num(y - ry * 1.2)} ${num(x + rx * 1.7)} ${num(y + ry * 0.4)} ${num(x + rx * 1.3)} ${num(y + ry * 1.75)}Z`,
    hair,
  )
  const sweep = path(
    `M${num(x - side * rx * 0.3)} ${num(y - ry * 1.04)}Q${num(x + side * rx * 1.1)} ${num(y - ry * 0.9)} ${num(x + side * rx * 1.06)} ${num(y + ry * 0.35)}Q${num(x + side * rx * 0.86)} ${num(y - ry * 0.4)} ${num(x - side * rx * 0.3)} ${num(y - ry * 0.66)}Q${num(x - side * rx * 0.9)} ${num(y - ry * 0.4)} ${num(x - side * rx * 1.06)} ${num(y + ry * 0.3)}Q${num(x - side * rx * 1.16)} ${num(y - ry * 0.9)} ${num(x - side * rx * 0.3)} ${num(y - ry * 1.04)}Z`,
    hair,
  )
  return { behind, before: sweep }
}

const waves = (build: Build): Hair => {
  const { x, y, rx, ry, hair } = build
  const lines = count(4).map(
    (at) =>
      `<path d="M${num(x - rx)} ${num(y - ry * (0.98 - at * 0.15))}q${num(rx * 0.5)} ${num(-ry * 0.16)} ${num(rx)} 0t${num(rx)} 0" fill="none" stroke="${mix(hair, build.skin, 0.35)}" stroke-width="5"/>`,
  )
  return { behind: none, before: cap(build, 0.26, 1.12) + lines.slice(1).join('') }
}

const receding = (build: Build): Hair => {
  const { x, y, rx, ry, hair } = build
  const tuft = (side: number) =>
    path(
      `M${num(x + side * rx * 0.94)} ${num(y + ry * 0.12)}Q${num(x + side * rx * 1.26)} ${num(y - ry * 0.4)} ${num(x + side * rx * 0.8)} ${num(y - ry * 0.7)}Q${num(x + side * rx * 0.98)} ${num(y - ry * 0.3)} ${num(x + side * rx * 0.94)} ${num(y + ry * 0.12)}Z`,
      hair,
    )
  return { behind: none, before: tuft(-1) + tuft(1) }
}

const hat = (build: Build): Hair => {
  const { x, y, rx, ry, hair, cloth } = build
  const level = y - ry * 0.5
  const before =
    path(
      `M${num(x - rx * 0.95)} ${num(level)}Q${num(x - rx * 0.9)} ${num(level - ry * 0.86)} ${num(x - rx * 0.3)} ${num(level - ry * 0.8)}Q${num(x)} ${num(level - ry * 0.7)} ${num(x + rx * 0.3)} ${num(level - ry * 0.8)}Q${num(x + rx * 0.9)} ${num(level - ry * 0.86)} ${num(x + rx * 0.95)} ${num(level)}Z`,
      hair,
    ) +
    rect(x - rx * 0.95, level - ry * 0.16, rx * 1.9, ry * 0.16, cloth === hair ? build.shade : cloth) +
    ellipse(x, level, rx * 1.7, ry * 0.13, hair)
  return { behind: none, before }
}

type Style = (build: Build, random: SeededRandom) => Hair

const STYLES: readonly [Style, ...Style[]] = [
  crop,
  parting,
  parting,
  quiff,
  curls,
  curls,
  halo,
  bob,
  long,
  waves,
  waves,
  receding,
  hat,
]

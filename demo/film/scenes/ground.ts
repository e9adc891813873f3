import { path, rect } from '#demo/artwork/svg.ts'
import { HIGH, WIDE } from '#demo/film/time.ts'
import { seededRandom } from '#server/pictures/seededRandom.ts'

/** A scene at `at` seconds from its start, as SVG markup that fills the frame. */
export type Scene = (at: number) => string

/** Bands of colour from the top to the ground. */
export const sky = (colors: readonly string[]) =>
  colors.map((color, index) => rect(0, (index * 760) / colors.length, WIDE, HIGH, color)).join('')

/** A ridge over the whole width: heights above `foot`, joined by smooth curves. */
export function ridge(seed: string, foot: number, rise: number, color: string, shift = 0): string {
  const random = seededRandom(seed)
  const step = 320
  const tops = Array.from({ length: 10 }, () => foot - random.between(0.2, 1) * rise)
  let d = `M${-step + shift} ${HIGH}L${-step + shift} ${tops[0]}`
  for (const [index, top] of tops.entries()) {
    const x = (index - 1) * step + shift
    const next = tops[index + 1] ?? top
    d += `C${x + step / 2} ${top} ${x + step / 2} ${next} ${x + step} ${next}`
  }
  return path(`${d}L${WIDE + 2 * step} ${HIGH}Z`, color)
}

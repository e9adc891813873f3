import { mix } from '#server/pictures/color.ts'
import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import type { Palette } from './palette.ts'
import type { Frame } from './scene.ts'
import { count, line, num, polygon, rect } from './svg.ts'

/**
 * The background of a motif that needs no surroundings: mostly the plain ground, or the ground divided so faintly that
 * lettering stays legible.
 */
export function backing(
  { width, height, x, y, reach }: Frame,
  { ground, deep, main, light }: Palette,
  random: SeededRandom,
): string {
  const tint = mix(ground, random.pick([main, deep, light]), 0.16)
  const far = width + height
  switch (random.pick(['bare', 'bare', 'bare', 'half', 'diagonal', 'keyline', 'rays', 'bars', 'grid'] as const)) {
    case 'half':
      return rect(random.pick([0, x]), 0, random.pick([x, width - x]), height, tint)
    case 'diagonal':
      return polygon(
        [
          [0, y + reach * 0.9],
          [width, y - reach * 0.9],
          [width, height],
          [0, height],
        ],
        tint,
      )
    case 'keyline':
      return rect(
        20,
        20,
        width - 40,
        height - 40,
        'none',
        `stroke="${mix(ground, light, 0.7)}" stroke-width="${num(random.pick([2, 2, 7]))}"`,
      )
    case 'rays': {
      const rays = random.pick([12, 16, 24])
      return count(rays)
        .map((at) => {
          const [from, to] = [(at * 2 * Math.PI) / rays, ((at + 0.5) * 2 * Math.PI) / rays]
          return polygon(
            [
              [x, y],
              [x + Math.cos(from) * far, y + Math.sin(from) * far],
              [x + Math.cos(to) * far, y + Math.sin(to) * far],
            ],
            tint,
          )
        })
        .join('')
    }
    case 'bars':
      return count(height / 60)
        .map((at) => rect(0, at * 60, width, 30, mix(ground, tint, 0.6)))
        .join('')
    case 'grid':
      return count(Math.max(width, height) / 50)
        .map((at) => line([at * 50, 0], [at * 50, height], tint, 1.6) + line([0, at * 50], [width, at * 50], tint, 1.6))
        .join('')
    default:
      return ''
  }
}

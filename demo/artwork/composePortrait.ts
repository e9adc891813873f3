import { mix } from '#server/pictures/color.ts'
import { type SeededRandom, seededRandom } from '#server/pictures/seededRandom.ts'
import type { PersonSubject } from '#server/pictures/subjects.ts'
import { head, rollBuild, shoulders } from './bust.ts'
import type { Composition } from './composeTitle.ts'
import { rollHair } from './hair.ts'
import { type Palette, paletteOf } from './palette.ts'
import { circle, count, group, num, polygon, rect, ring } from './svg.ts'

const SIDE = 400

/** A duotone bust. Hair, shoulders, colours and background depend only on the name. */
export function composePortrait(subject: PersonSubject): Composition {
  const random = seededRandom(`${subject.key}/portrait`)
  const palette = paletteOf(subject)
  let ids = 0
  const id = () => `p${ids++}`
  const build = rollBuild(palette, random)
  const hair = rollHair(build, random)
  const behind = background(palette, random)
  const top = hair.behind + shoulders(build, palette, random, id) + head(build, random, id) + hair.before
  const scale = random.between(1.02, 1.16)
  const markup =
    rect(0, 0, SIDE, SIDE, palette.ground) +
    behind +
    group(top, `transform="translate(200 400) scale(${num(scale)}) rotate(${num(build.lean)}) translate(-200 -400)"`)
  return { markup, width: SIDE, height: SIDE }
}

function background({ ground, deep, main, accent, light }: Palette, random: SeededRandom): string {
  const tint = mix(ground, random.pick([main, light, deep]), 0.4)
  const bold = random.pick([accent, main, tint, tint])
  const kinds = [
    () => circle(200 + random.between(-40, 40), 165, random.between(125, 165), bold),
    () => rect(random.pick([0, 200]), 0, 200, SIDE, tint),
    () =>
      polygon(
        [
          [0, random.between(60, 300)],
          [SIDE, random.between(60, 300)],
          [SIDE, SIDE],
          [0, SIDE],
        ],
        tint,
      ),
    () =>
      count(10)
        .map((at) => rect(0, at * 40, SIDE, 20, mix(ground, tint, 0.6)))
        .join(''),
    () =>
      count(5)
        .map((at) => ring(200, 170, 90 + at * 45, tint, 14))
        .join(''),
    () =>
      count(9)
        .map((row) =>
          count(9)
            .map((column) => circle(25 + column * 44, 25 + row * 44, 8, tint))
            .join(''),
        )
        .join(''),
    () => `<path d="M60 400V190A140 140 0 0 1 340 190V400Z" fill="${bold}"/>`,
    () =>
      count(14)
        .map((at) =>
          polygon(
            [
              [200, 170],
              [200 + Math.cos(at * 0.4488) * 500, 170 + Math.sin(at * 0.4488) * 500],
              [200 + Math.cos(at * 0.4488 + 0.2244) * 500, 170 + Math.sin(at * 0.4488 + 0.2244) * 500],
            ],
            mix(ground, tint, 0.7),
          ),
        )
        .join(''),
    () => circle(random.pick([70, 330]), 90, 60, bold) + rect(0, 300, SIDE, 100, mix(ground, deep, 0.25)),
    () => '',
  ] as const
  return random.pick(kinds)()
}

import { seededRandom } from '#server/pictures/seededRandom.ts'
import type { TitleSubject } from '#server/pictures/subjects.ts'
import { arches, door } from './families/arches.ts'
import { crowd, hand } from './families/bodies.ts'
import { brush } from './families/brushwork.ts'
import { discs, halftone, rings, tunnel } from './families/circles.ts'
import { cubes, skyline, windows } from './families/cities.ts'
import { domes } from './families/domes.ts'
import { eye, eyes } from './families/eyes.ts'
import { masks, profiles } from './families/faces.ts'
import { chess, crown, track } from './families/games.ts'
import { birds, cypress, moth } from './families/gardens.ts'
import { dunes, peaks } from './families/horizons.ts'
import { mesa, road, speed } from './families/journeys.ts'
import { beams, lighthouse } from './families/lights.ts'
import { keyhole, letterform, slices } from './families/marks.ts'
import { flowers, forest, tree } from './families/nature.ts'
import { swell, torn } from './families/papers.ts'
import { clock, lamp } from './families/rooms.ts'
import { film, record } from './families/screens.ts'
import { balloons, planets } from './families/skies.ts'
import { maze, stairs } from './families/stairs.ts'
import { quarters, shamseh, tiles } from './families/tiles.ts'
import { fish, waves } from './families/water.ts'
import { rain } from './families/weather.ts'
import { spiral, threads } from './families/windings.ts'
import type { Family } from './scene.ts'

type Families = readonly [Family, ...Family[]]

/** Chooses a title's motif by words of its name, otherwise by its genres. Deterministic. */
export function familyOf(subject: TitleSubject): Family {
  const random = seededRandom(`${subject.key}/family`)
  const named = BY_WORD.find(([word]) => word.test(subject.titleEn))
  if (named && random.chance(0.85)) return random.pick(named[1])
  const [first, ...rest] = subject.genres.map((genre) => BY_GENRE[genre] ?? ANY)
  return first ? random.pick([...first, ...first, ...rest.flat()]) : random.pick(ANY)
}

const BY_WORD: readonly [RegExp, Families][] = [
  [/\b(birds?|crows?|eagle|swan|wings?|dove|mockingbird|cuckoo|falcon|duck|hawk|nightingale)\b/i, [birds]],
  [/\b(seas?|oceans?|water|waves?|boat|titanic|river|ship|pirates?|island|shore|beach)\b/i, [waves]],
  [/\b(road|roads|way|route|highway|drive|driver|taxi|car|journey|ride|mile|fury)\b/i, [road, speed]],
  [
    /\b(space|star|stars|interstellar|moon|mars|planet|earth|gravity|galaxy|universe|alien|martian)\b/i,
    [planets, halftone],
  ],
  [/\b(eyes?|vision|watch|blind|sight|see|witness|seen)\b/i, [eye, eyes, torn]],
  [/\b(city|cities|street|town|new york|tehran|wall street|paris|rome|manhattan|london)\b/i, [skyline, windows]],
  [/\b(trees?|forest|woods?|jungle|olive|orchard|garden|cherry|willow)\b/i, [tree, forest, cypress]],
  [/\b(crown|kings?|queens?|thrones?|prince|princess|emperor|royal|kingdom|lord)\b/i, [crown]],
  [/\b(gambit|chess|games?|pawn|knight|knights)\b/i, [chess]],
  [/\b(hands?|touch|fist|fingers?)\b/i, [hand]],
  [/\b(rain|storm|umbrella|singin)\b/i, [rain]],
  [/\b(windows?|apartment|tenants?|hotel|building)\b/i, [windows, lamp]],
  [/\b(door|room|house|home|friend's)\b/i, [door, lamp]],
  [/\b(labyrinth|maze|memento|memories)\b/i, [maze]],
  [/\b(vertigo|spiral|spotless|twist)\b/i, [spiral, tunnel]],
  [/\b(rings?|circle|loop)\b/i, [rings, tunnel]],
  [/\b(time|times|clock|hours?|days?|tomorrow|yesterday|future|minutes?|years?)\b/i, [clock, rings]],
  [/\b(mask|joker|batman|v for|phantom|clown|masquerade|persona|faces?)\b/i, [masks, profiles]],
  [/\b(mountains?|hills?|everest|peaks?|valley|brokeback)\b/i, [peaks, dunes]],
  [/\b(desert|sand|dune|arabia|sun|sunrise|sunset|sunshine)\b/i, [dunes, mesa]],
  [/\b(flowers?|rose|roses|lily|tulips?|magnolia|lotus|blossom)\b/i, [flowers]],
  [/\b(lambs?|moth|butterfly|wasp|hornet|insect)\b/i, [moth]],
  [/\b(fish|nemo|shark|jaws|whale|lobster)\b/i, [fish, waves]],
  [/\b(angry men|seven|ten|twelve|hundred|list|army|people|crowd|gang|squad)\b/i, [crowd]],
  [/\b(piano|pianist|music|whiplash|song|jazz|sound|rhapsody|rock|band|guitar)\b/i, [record, beams]],
  [/\b(up|balloon|wind|sky|kite|flying|fly)\b/i, [balloons, birds]],
  [/\b(cinema|film|movie|paradiso|picture|screen|camera)\b/i, [film]],
  [/\b(light|lights|lighthouse|lamp|shining|illuminated|glow)\b/i, [lighthouse, lamp, beams]],
  [/\b(key|keys|secret|secrets|locked|lock|knives|code)\b/i, [keyhole, maze]],
  [/\b(stairs?|steps|tower|castle|heaven|parasite)\b/i, [stairs, arches]],
  [/\b(separation|broken|divided|split|two|half|apart|marriage|divorce)\b/i, [slices, profiles, discs]],
]

const BY_GENRE: Readonly<Record<string, Families>> = {
  action: [speed, slices, rings, brush, skyline, torn, hand, tunnel],
  adventure: [peaks, dunes, road, waves, balloons, mesa, planets, cypress],
  animation: [quarters, fish, balloons, birds, flowers, masks, discs, waves, planets, record],
  biography: [profiles, letterform, halftone, film, clock, brush, stairs, crowd],
  comedy: [quarters, masks, lamp, discs, balloons, fish, film, letterform, swell],
  crime: [skyline, rings, torn, lamp, hand, chess, slices, eyes, keyhole, rain],
  documentary: [film, halftone, threads, peaks, tree, swell, planets, letterform],
  drama: [
    door,
    profiles,
    tree,
    stairs,
    lamp,
    brush,
    arches,
    rain,
    birds,
    letterform,
    discs,
    hand,
    road,
    moth,
    cypress,
    threads,
  ],
  family: [balloons, birds, fish, quarters, flowers, tree, waves, cypress],
  fantasy: [arches, moth, shamseh, forest, lighthouse, planets, stairs, crown, peaks, tiles],
  history: [domes, shamseh, tiles, crown, arches, crowd, brush, cypress],
  horror: [eye, forest, door, spiral, tunnel, eyes, moth, torn, keyhole, hand],
  music: [record, beams, threads, swell, halftone, discs],
  musical: [beams, record, quarters, masks, flowers, shamseh],
  mystery: [keyhole, maze, door, eye, stairs, tunnel, chess, spiral, windows, forest],
  romance: [discs, flowers, rain, profiles, waves, birds, letterform, cypress, moth],
  'sci-fi': [planets, halftone, tunnel, rings, threads, cubes, swell, clock, spiral, eye],
  sport: [track, speed, rings, crowd, slices, swell],
  thriller: [spiral, eye, torn, slices, chess, keyhole, rings, skyline, maze, stairs, lamp],
  war: [crowd, hand, brush, peaks, birds, slices, flowers, torn],
  western: [mesa, mesa, road, dunes, hand, rings],
}

const ANY: Families = [rings, discs, dunes, letterform, threads, halftone, quarters, brush]

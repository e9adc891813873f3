import { GENRES } from '#server/catalogue/genres/genres.ts'
import { GENERATED_IDS } from '#server/catalogue/ids.ts'
import type { Catalogue, PersonRecord, TitleRecord } from '#server/catalogue/seeding/catalogueRecords.ts'
import type { Numbering } from '#server/catalogue/seeding/catalogueRows.ts'
import { type SeededRandom, seededRandom } from '#server/pictures/seededRandom.ts'
import { accessOf } from './accessOf.ts'
import source from './data/generator.json' with { type: 'json' }

/** Real catalogues have about one person for this many titles. */
const TITLES_PER_PERSON = 4
const CHUNK = 5000
const COUNTRIES = ['US', 'IR', 'FR', 'GB', 'JP', 'KR', 'IN', 'IT', 'DE', 'TR']
const LANGUAGES: Record<string, string> = {
  IR: 'fa',
  FR: 'fr',
  JP: 'ja',
  KR: 'ko',
  IN: 'hi',
  IT: 'it',
  DE: 'de',
  TR: 'tr',
}
const AGE_RATINGS = ['PG', 'PG-13', 'R', null]

type Pair = readonly [en: string, fa: string]

const pairs = (list: readonly string[][]): readonly [Pair, ...Pair[]] => {
  const [first, ...rest] = list.map(([en = '', fa = '']): Pair => [en, fa])
  if (!first) throw new Error('The generator has an empty list')
  return [first, ...rest]
}
const NOUNS = pairs(source.nouns)
const ADJECTIVES = pairs(source.adjectives)
const CITIES = pairs(source.cities)
const FIRST_NAMES = pairs(source.firstNames)
const SYLLABLES = pairs(source.syllables)
const ENDINGS = pairs(source.endings)
const PATTERNS = source.titlePatterns.flatMap((pattern) => Array<typeof pattern>(pattern.weight).fill(pattern))

/** Generated titles, the people who appear for the first time, and their ids. */
export interface GeneratedPart {
  catalogue: Catalogue
  ids: Numbering
}

/** Generates titles `from` up to `to` for measuring, a few thousand at a time. A number always gives the same title. */
export function* generateCatalogue(from: number, to: number): Generator<GeneratedPart> {
  const names = Array.from({ length: peopleBefore(to) }, (_, number) => personName(number).en)
  const numbers = new Map(names.map((name, number) => [name, number]))
  const ids: Numbering = {
    title: (record) => GENERATED_IDS + Number(record.imdb.slice(1)),
    person: (name) => GENERATED_IDS + (numbers.get(name) ?? 0),
  }
  for (let start = from; start < to; start += CHUNK) {
    const end = Math.min(start + CHUNK, to)
    const people = new Map<string, PersonRecord>()
    for (let number = peopleBefore(start); number < peopleBefore(end); number++) {
      const { en, fa } = personName(number)
      people.set(en, { fa, born: `${1930 + (number % 70)}-06-15`, birthplace: null, died: null, biography: null })
    }
    const titles = Array.from({ length: end - start }, (_, at) => title(start + at, names))
    yield { catalogue: { titles, coming: [], people, collections: new Map(), aliases: new Map() }, ids }
  }
}

/** Number of people that the titles before this one refer to. */
function peopleBefore(title: number): number {
  return Math.ceil(title / TITLES_PER_PERSON)
}

function title(number: number, names: readonly string[]): TitleRecord {
  const random = seededRandom(`title/${number}`)
  const type = random.chance(0.2) ? 'series' : 'movie'
  const year = 2026 - Math.floor(90 * random.unit() ** 2)
  const country = pick(random, COUNTRIES)
  const meter = random.chance(0.6) ? random.whole(5, 99) : null
  const day = `${year}-${twoDigits(random.whole(1, year === 2026 ? 9 : 12))}-${twoDigits(random.whole(1, 28))}`
  const chosen = new Set([rarePick(random, GENRES).key, rarePick(random, GENRES).key])
  return {
    imdb: `g${number}`,
    access: accessOf(year),
    type,
    ...nameTitle(random),
    year,
    releasedAt: random.chance(0.95) ? day : null,
    runtime: type === 'series' ? random.whole(20, 60) : random.whole(75, 180),
    ageRating: pick(random, AGE_RATINGS),
    countries: [country],
    languages: [LANGUAGES[country] ?? 'en'],
    genres: [...chosen],
    rating: random.chance(0.97) ? Math.round(10 * (3 + 3.2 * (random.unit() + random.unit()))) / 10 : null,
    // A power law: few titles have millions of votes, most have dozens.
    votes: Math.min(900_000, Math.floor(20 / (1 - random.unit()) ** 1.15)),
    tomatoes: meter === null ? null : { meter, status: meter < 60 ? 'rotten' : meter > 85 ? 'certified' : 'fresh' },
    isDubbed: random.chance(0.3),
    hasSubtitle: random.chance(0.6),
    synopsis: fill(random, pick(random, source.synopses), 1),
    directors: [knownPerson(random, number, names)],
    cast: [...new Set([0, 1, 2].map(() => knownPerson(random, number, names)))].map((name) => ({
      name,
      character: null,
    })),
    collection: null,
    seasons: [],
  }
}

function nameTitle(random: SeededRandom): { titleEn: string; titleFa: string } {
  const pattern = pick(random, PATTERNS)
  const seed = String(random.unit())
  return {
    titleEn: fill(seededRandom(seed), pattern.en, 0, pattern.en),
    titleFa: fill(seededRandom(seed), pattern.fa, 1, pattern.en),
  }
}

/**
 * Fills the placeholders in one language. `order` fixes the sequence of random words, so both languages get the same
 * ones.
 */
function fill(random: SeededRandom, pattern: string, language: 0 | 1, order = pattern): string {
  const chosen = new Map<string, string>()
  for (const [, slot = ''] of order.matchAll(/\{(\w+)\}/g)) chosen.set(slot, wordFor(random, slot)[language])
  return pattern.replace(/\{(\w+)\}/g, (_, slot: string) => chosen.get(slot) ?? '')
}

function wordFor(random: SeededRandom, slot: string): Pair {
  if (slot === 'adjective') return random.pick(ADJECTIVES)
  if (slot === 'city') return random.pick(CITIES)
  if (slot === 'first') return random.pick(FIRST_NAMES)
  if (slot === 'coined') return coin(random)
  if (slot === 'number') {
    const number = random.whole(2, 9)
    return [String(number), number.toLocaleString('fa')]
  }
  return random.pick(NOUNS)
}

/** An invented name that sounds the same in both languages; these make the vocabulary as large as a real one. */
function coin(random: SeededRandom): Pair {
  return spell([random.pick(SYLLABLES), random.pick(SYLLABLES), random.pick(random.chance(0.5) ? SYLLABLES : ENDINGS)])
}

function spell(parts: readonly Pair[]): Pair {
  const en = parts.map(([latin]) => latin).join('')
  return [en.charAt(0).toUpperCase() + en.slice(1), parts.map(([, persian]) => persian).join('')]
}

/** A unique family name: the person's number, scrambled and written as syllables. */
function personName(number: number): { en: string; fa: string } {
  const base = SYLLABLES.length
  let rest = Math.floor(number / base ** 3) * base ** 3 + (((number % base ** 3) * 7919) % base ** 3)
  const parts: Pair[] = []
  do {
    parts.push(at(SYLLABLES, rest % base))
    rest = Math.floor(rest / base)
  } while (rest > 0 || parts.length < 3)
  const [firstEn, firstFa] = seededRandom(`person/${number}`).pick(FIRST_NAMES)
  const [lastEn, lastFa] = spell(parts)
  return { en: `${firstEn} ${lastEn}`, fa: `${firstFa} ${lastFa}` }
}

/** A person known by this title; earlier people have more works. */
function knownPerson(random: SeededRandom, title: number, names: readonly string[]): string {
  return at(names, Math.floor(Math.max(1, peopleBefore(title)) * random.unit() ** 1.3))
}

function rarePick<Item>(random: SeededRandom, list: readonly Item[]): Item {
  return at(list, Math.floor(list.length * random.unit() ** 2))
}

function pick<Item>(random: SeededRandom, list: readonly Item[]): Item {
  return at(list, Math.floor(list.length * random.unit()))
}

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`Nothing stands at ${index}`)
  return item
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

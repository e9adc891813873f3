import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CommentBody } from '#contract/comments.ts'
import aliases from '#server/catalogue/data/aliases.json'
import collections from '#server/catalogue/data/collections.json'
import { GENRES } from '#server/catalogue/genres.ts'
import { GENERATED_IDS, keyedTitleId, nameId, titleId } from '#server/catalogue/ids.ts'
import { membersOf } from '#server/catalogue/members.ts'
import { PEOPLE_FILES, readCatalogue, TITLE_FILES } from '#server/catalogue/read.ts'
import { PersonRecord, TitleRecord } from '#server/catalogue/record.ts'
import { readComments } from '#server/catalogue/seedComments.ts'

const catalogue = readCatalogue()
const { titles, people, coming } = catalogue
const comments = readComments().flat()
const today = new Date().toISOString().slice(0, 10)

/** What the data say wrongly, as sentences: an empty list is a right catalogue. */
function wrong<Item>(items: Iterable<Item>, check: (item: Item) => string | false | null | undefined): string[] {
  return [...items].map(check).filter((sentence) => typeof sentence === 'string')
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) !== at)
}

/** Films in which nobody is seen and nobody speaks. */
const wordless = new Set(['tt4772188'])

/** Every Persian text of the catalogue, with where it stands. */
const persianTexts: readonly { where: string; text: string }[] = [
  ...titles.flatMap((title) => [
    { where: `${title.imdb} titleFa`, text: title.titleFa },
    { where: `${title.imdb} synopsis`, text: title.synopsis ?? '' },
    ...title.cast.map(({ name, character }) => ({ where: `${title.imdb} ${name}`, text: character ?? '' })),
    ...title.seasons.flatMap((season) =>
      season.episodes.map(({ number, titleFa }) => ({
        where: `${title.imdb} ${season.number}×${number}`,
        text: titleFa ?? '',
      })),
    ),
  ]),
  ...coming.flatMap(({ key, titleFa, synopsis, cast }) => [
    { where: key, text: titleFa },
    { where: `${key} synopsis`, text: synopsis ?? '' },
    ...cast.map(({ name, character }) => ({ where: `${key} ${name}`, text: character ?? '' })),
  ]),
  ...comments.flatMap(({ imdb, author, body, replies }) => [
    { where: `${imdb} ${author}`, text: author },
    { where: `${imdb} ${author}`, text: body },
    ...replies.map((reply) => ({ where: `${imdb} ${reply.author}`, text: reply.body })),
  ]),
  ...[...people].flatMap(([name, person]) => [
    { where: name, text: person.fa },
    { where: `${name} biography`, text: person.biography ?? '' },
    { where: `${name} birthplace`, text: person.birthplace ?? '' },
  ]),
  ...Object.entries(collections).flatMap(([key, { titleFa, description }]) => [
    { where: key, text: titleFa },
    { where: `${key} description`, text: description },
  ]),
  ...GENRES.map(({ key, titleFa }) => ({ where: key, text: titleFa })),
]

describe('the catalogue that Parde comes with', () => {
  test('is read by its schema, file by file', () => {
    for (const file of Object.values(TITLE_FILES)) v.parse(v.array(TitleRecord), file)
    for (const file of Object.values(PEOPLE_FILES)) v.parse(v.record(v.string(), PersonRecord), file)
  })

  test('has at least two hundred titles: films and series, Iranian and foreign', () => {
    expect(titles.length).toBeGreaterThanOrEqual(200)
    expect(titles.filter((title) => title.type === 'series').length).toBeGreaterThanOrEqual(30)
    expect(titles.filter((title) => title.countries.includes('IR')).length).toBeGreaterThanOrEqual(40)
  })

  test('holds every title once, and no two under one name and year', () => {
    expect(repeated(titles.map((title) => title.imdb))).toEqual([])
    expect(repeated(titles.map((title) => `${title.titleEn} ${title.year}`))).toEqual([])
    expect(repeated(titles.map((title) => `${title.titleFa} ${title.year} ${title.type}`))).toEqual([])
  })

  test('gives everything an id of its own, below those of made-up titles', () => {
    expect(repeated(titles.map((title) => String(titleId(title.imdb))))).toEqual([])
    expect(repeated([...people.keys()].map((name) => String(nameId(name))))).toEqual([])
    expect(titles.every((title) => titleId(title.imdb) < GENERATED_IDS)).toBe(true)
    expect(repeated(GENRES.map((genre) => String(genre.id)))).toEqual([])
    expect(repeated(Object.keys(collections).map((key) => String(nameId(key))))).toEqual([])
  })

  test('knows everybody it names, and names everybody it knows', () => {
    const named = new Set(
      [...titles, ...coming].flatMap((title) => [...title.directors, ...title.cast.map(({ name }) => name)]),
    )
    expect([...named].filter((name) => !people.has(name))).toEqual([])
    expect([...people.keys()].filter((name) => !named.has(name))).toEqual([])
  })

  test('spells a person one way in all its files, and tells one birthday', () => {
    const known = new Map<string, PersonRecord>()
    const conflicts = Object.entries(PEOPLE_FILES).flatMap(([file, raw]) =>
      wrong(Object.entries(v.parse(v.record(v.string(), PersonRecord), raw)), ([name, person]) => {
        const before = known.get(name)
        known.set(name, { ...person, born: person.born ?? before?.born ?? null })
        if (before && before.fa !== person.fa) return `${file}: ${name} is ${before.fa} and ${person.fa}`
        if (before?.born && person.born && before.born !== person.born) return `${file}: ${name} is born twice`
        return undefined
      }),
    )
    expect(conflicts).toEqual([])
  })

  test('does not hold one person under two English spellings', () => {
    const known = new Map<string, string>()
    expect(
      wrong(people, ([name, { fa, born }]) => {
        const before = known.get(fa)
        known.set(fa, name)
        return before !== undefined && `${fa} (${born}): ${before} and ${name}`
      }),
    ).toEqual([])
  })

  test('writes Persian with Persian letters, single spaces and half-spaces where they belong', () => {
    expect(
      wrong(persianTexts, ({ where, text }) => {
        if (/[\u064a\u0643\u0649\u06c0\u0629]/.test(text)) return `${where}: an Arabic letter in ${text}`
        if (/[\u0640\u200e\u200f\u202a-\u202e\u00a0\u00ad\ufeff]|\p{Cc}/u.test(text))
          return `${where}: an odd sign in ${text}`
        if (/ {2}|^ | $/.test(text)) return `${where}: a space too many in ${text}`
        if (/\u200c{2}|\u200c[ .،؛:!؟»]|[ «]\u200c|^\u200c|\u200c$/.test(text))
          return `${where}: a loose half-space in ${text}`
        // After letters that never join the next one a half-space changes nothing but the bytes.
        if (/[ادذرزژوآ]\u200cی$/.test(text)) return `${where}: a half-space without effect in ${text}`
        if (/ [،؛:!؟.»]|« /.test(text)) return `${where}: a space before a mark in ${text}`
        return undefined
      }),
    ).toEqual([])
  })

  test('writes names in Persian letters and Persian digits', () => {
    const names = persianTexts.filter(({ where }) => !where.endsWith('synopsis'))
    expect(wrong(names, ({ where, text }) => /[0-9٠-٩]/.test(text) && `${where}: a digit in ${text}`)).toEqual([])
    expect(
      wrong(names, ({ where, text }) => text !== '' && !/[\u0600-\u06ff]/.test(text) && `${where}: ${text}`),
    ).toEqual([])
    expect(wrong(people, ([name, { fa }]) => /[a-z]/i.test(fa) && `${name}: ${fa}`)).toEqual([])
    expect(wrong(people, ([name]) => !/^[\p{Script=Latin}\p{M}\d .,'’-]+$/u.test(name) && name)).toEqual([])
  })

  test('tells every title in one hundred and twenty to six hundred characters, mostly Persian', () => {
    expect(
      wrong(titles, ({ imdb, synopsis }) => {
        const text = synopsis ?? ''
        const persian = (text.match(/[\u0600-\u06ff\u200c]/g) ?? []).length
        const letters = text.replace(/[\s\p{P}]/gu, '').length
        if (text.length < 120 || text.length > 600) return `${imdb}: ${text.length} characters`
        return persian < 0.9 * letters && `${imdb}: ${persian} of ${letters} are Persian`
      }),
    ).toEqual([])
    expect(repeated(titles.map((title) => title.synopsis ?? ''))).toEqual([])
  })

  test('has a cast and somebody who made it', () => {
    expect(
      wrong(titles, ({ imdb, titleEn, cast, directors, genres }) => {
        if (directors.length === 0) return `${imdb} ${titleEn}: nobody made it`
        if (repeated(cast.map(({ name }) => name)).length > 0) return `${imdb} ${titleEn}: somebody plays twice`
        if (repeated(directors).length > 0) return `${imdb} ${titleEn}: somebody directs twice`
        const least = wordless.has(imdb) ? 0 : genres.includes('documentary') ? 1 : 3
        return cast.length < least && `${imdb} ${titleEn}: ${cast.length} in the cast`
      }),
    ).toEqual([])
  })

  test('uses genres, countries and languages that exist', () => {
    const genres = new Set(GENRES.map((genre) => genre.key))
    const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    const strangers = titles.flatMap((title) => [
      ...title.genres.filter((genre) => !genres.has(genre)),
      ...title.countries.filter((country) => !/^[A-Z]{2}$/.test(country) || !countries.of(country)),
      ...title.languages.filter((language) => !languages.of(language)),
      ...repeated(title.genres),
    ])
    expect(strangers).toEqual([])
  })

  test('numbers seasons and episodes from one without gaps, and gives them to series alone', () => {
    expect(
      wrong(titles, ({ imdb, type, seasons }) => {
        if (type === 'movie' && seasons.length > 0) return `${imdb}: a film with seasons`
        for (const [at, season] of seasons.entries()) {
          if (season.number !== at + 1) return `${imdb}: season ${season.number} stands at ${at + 1}`
          if (season.episodes.length === 0) return `${imdb}: season ${season.number} is empty`
          if (season.episodes.some((episode, index) => episode.number !== index + 1))
            return `${imdb}: season ${season.number}`
          if (season.episodes.some(({ titleEn, titleFa }) => !titleEn && !titleFa)) return `${imdb}: a nameless episode`
        }
        return undefined
      }),
    ).toEqual([])
  })

  test('has dates that exist, in order, and not in the future', () => {
    expect(
      wrong(titles, ({ imdb, year, releasedAt, seasons }) => {
        const aired = seasons.flatMap((season) => season.episodes.map((episode) => episode.airedAt ?? ''))
        for (const day of [releasedAt ?? '', ...aired]) {
          if (day !== '' && (day > today || new Date(day).toISOString().slice(0, 10) !== day)) return `${imdb}: ${day}`
        }
        if (year > Number(today.slice(0, 4))) return `${imdb}: ${year}`
        // A film may be shown at a festival in one year and to everybody in the next.
        const apart = releasedAt === null ? 0 : Number(releasedAt.slice(0, 4)) - year
        if (apart < 0 || apart > 3) return `${imdb}: of ${year}, released ${releasedAt}`
        return aired.some((day) => day !== '' && day < `${year}`) && `${imdb}: aired before ${year}`
      }),
    ).toEqual([])
    expect(
      wrong(people, ([name, { born }]) => born !== null && (born < '1850' || born > '2022') && `${name}: ${born}`),
    ).toEqual([])
  })

  test('rates from one to ten, and calls a tomato what its meter says', () => {
    expect(
      wrong(titles, ({ imdb, rating, votes, tomatoes }) => {
        if (rating === null || rating < 1 || rating > 10 || Math.round(rating * 10) !== rating * 10)
          return `${imdb}: ${rating}`
        if (votes < 1) return `${imdb}: nobody voted`
        return (
          tomatoes &&
          (tomatoes.status === 'rotten') !== tomatoes.meter < 60 &&
          `${imdb}: ${tomatoes.meter} ${tomatoes.status}`
        )
      }),
    ).toEqual([])
  })

  test('names collections and aliases of what is there', () => {
    const named = new Set([...titles, ...coming].map((title) => title.collection))
    const curated = Object.entries(collections).filter(([, collection]) => 'titles' in collection)
    expect(Object.keys(collections).filter((key) => !named.has(key))).toEqual(curated.map(([key]) => key))
    // Throws where a list names a title, or a title a collection, that is not there.
    expect(membersOf(catalogue).size).toBeGreaterThanOrEqual(20)
    const ids = new Set(titles.map((title) => title.imdb))
    expect(Object.keys(aliases).filter((imdb) => !ids.has(imdb))).toEqual([])
  })

  test('describes every collection, and lists no title twice in one', () => {
    expect(wrong(Object.entries(collections), ([key, { description }]) => description.length < 30 && key)).toEqual([])
    const twice = wrong(Object.entries(collections), ([key, collection]) =>
      'titles' in collection && repeated(collection.titles).length > 0 ? key : undefined,
    )
    expect(twice).toEqual([])
  })

  test('has some hundred comments, each on a title that is there and within the bounds of any comment', () => {
    const known = new Set(titles.map(({ imdb }) => imdb))
    const all = comments.flatMap((comment) => [comment, ...comment.replies])
    expect(comments.filter(({ imdb }) => !known.has(imdb))).toEqual([])
    expect(all.length).toBeGreaterThan(300)
    expect(repeated(all.map(({ body }) => body))).toEqual([])
    expect(all.filter(({ body }) => !v.is(CommentBody, body))).toEqual([])
    expect(all.some(({ spoiler }) => spoiler)).toBe(true)
    expect(comments.filter(({ daysAgo, replies }) => replies.some((reply) => reply.daysAgo > daysAgo))).toEqual([])
  })

  test('tells of the lives of at least a hundred and twenty people', () => {
    const lives = [...people.values()].flatMap(({ biography }) => biography ?? [])
    expect(lives.length).toBeGreaterThanOrEqual(120)
    expect(lives.filter((life) => life.length < 60)).toEqual([])
    expect(wrong(people, ([name, { born, died }]) => born && died && born >= died && name)).toEqual([])
  })

  test('knows at least twenty titles to come, of several months, some without a day', () => {
    expect(coming.length).toBeGreaterThanOrEqual(20)
    expect(repeated(coming.map(({ key }) => key))).toEqual([])
    expect(repeated([...coming.map(({ key }) => String(keyedTitleId(key)))])).toEqual([])
    const known = new Set(titles.map(({ imdb }) => titleId(imdb)))
    expect(coming.filter(({ key }) => known.has(keyedTitleId(key)) || keyedTitleId(key) >= GENERATED_IDS)).toEqual([])
    expect(
      new Set(coming.filter((title) => title.isDayKnown).map(({ inDays }) => (inDays / 30.4) | 0)).size,
    ).toBeGreaterThan(5)
    expect(coming.some((title) => !title.isDayKnown)).toBe(true)
  })
})

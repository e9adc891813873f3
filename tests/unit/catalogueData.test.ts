import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CommentBody } from '#contract/comments.ts'
import aliases from '#demo/catalogue/data/aliases.json'
import collections from '#demo/catalogue/data/collections.json'
import { PEOPLE_FILES, readCatalogue, TITLE_FILES } from '#demo/catalogue/readCatalogue.ts'
import { readComments } from '#demo/catalogue/seedComments.ts'
import { GENRES } from '#server/catalogue/genres/genres.ts'
import { GENERATED_IDS, keyedTitleId, nameId, titleId } from '#server/catalogue/ids.ts'
import { PersonRecord, TitleRecord } from '#server/catalogue/seeding/catalogueRecords.ts'
import { membersOf } from '#server/catalogue/seeding/collectionMembers.ts'

const catalogue = readCatalogue()
const { titles, people, coming } = catalogue
const comments = readComments().flat()
const today = new Date().toISOString().slice(0, 10)

/** Collects one sentence for each error in the data; a valid catalogue returns an empty list. */
function errorsIn<Item>(items: Iterable<Item>, check: (item: Item) => string | false | null | undefined): string[] {
  return [...items].map(check).filter((sentence) => typeof sentence === 'string')
}

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) !== at)
}

/** Films without visible actors or speech. */
const wordless = new Set(['tt4772188'])

/** Every Persian text of the catalogue with its location. */
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

describe('the catalogue that ships with Parde', () => {
  test('matches its schema in every file', () => {
    for (const file of Object.values(TITLE_FILES)) v.parse(v.array(TitleRecord), file)
    for (const file of Object.values(PEOPLE_FILES)) v.parse(v.record(v.string(), PersonRecord), file)
  })

  test('has at least 200 titles, among them series and Iranian titles', () => {
    expect(titles.length).toBeGreaterThanOrEqual(200)
    expect(titles.filter((title) => title.type === 'series').length).toBeGreaterThanOrEqual(30)
    expect(titles.filter((title) => title.countries.includes('IR')).length).toBeGreaterThanOrEqual(40)
  })

  test('holds each title once and no two titles with the same name and year', () => {
    expect(duplicates(titles.map((title) => title.imdb))).toEqual([])
    expect(duplicates(titles.map((title) => `${title.titleEn} ${title.year}`))).toEqual([])
    expect(duplicates(titles.map((title) => `${title.titleFa} ${title.year} ${title.type}`))).toEqual([])
  })

  test('gives each record a unique id below the range of generated titles', () => {
    expect(duplicates(titles.map((title) => String(titleId(title.imdb))))).toEqual([])
    expect(duplicates([...people.keys()].map((name) => String(nameId(name))))).toEqual([])
    expect(titles.every((title) => titleId(title.imdb) < GENERATED_IDS)).toBe(true)
    expect(duplicates(GENRES.map((genre) => String(genre.id)))).toEqual([])
    expect(duplicates(Object.keys(collections).map((key) => String(nameId(key))))).toEqual([])
  })

  test('has a record for every named person and no unused records', () => {
    const named = new Set(
      [...titles, ...coming].flatMap((title) => [...title.directors, ...title.cast.map(({ name }) => name)]),
    )
    expect([...named].filter((name) => !people.has(name))).toEqual([])
    expect([...people.keys()].filter((name) => !named.has(name))).toEqual([])
  })

  test('gives a person the same Persian name and birthday in all files', () => {
    const known = new Map<string, PersonRecord>()
    const conflicts = Object.entries(PEOPLE_FILES).flatMap(([file, raw]) =>
      errorsIn(Object.entries(v.parse(v.record(v.string(), PersonRecord), raw)), ([name, person]) => {
        const before = known.get(name)
        known.set(name, { ...person, born: person.born ?? before?.born ?? null })
        if (before && before.fa !== person.fa) return `${file}: ${name} is ${before.fa} and ${person.fa}`
        if (before?.born && person.born && before.born !== person.born) return `${file}: ${name} is born twice`
        return undefined
      }),
    )
    expect(conflicts).toEqual([])
  })

  test('does not list a person under two English spellings', () => {
    const known = new Map<string, string>()
    expect(
      errorsIn(people, ([name, { fa, born }]) => {
        const before = known.get(fa)
        known.set(fa, name)
        return before !== undefined && `${fa} (${born}): ${before} and ${name}`
      }),
    ).toEqual([])
  })

  test('uses Persian letters, single spaces and correct half-spaces', () => {
    expect(
      errorsIn(persianTexts, ({ where, text }) => {
        if (/[\u064a\u0643\u0649\u06c0\u0629]/.test(text)) return `${where}: an Arabic letter in ${text}`
        if (/[\u0640\u200e\u200f\u202a-\u202e\u00a0\u00ad\ufeff]|\p{Cc}/u.test(text))
          return `${where}: an odd sign in ${text}`
        if (/ {2}|^ | $/.test(text)) return `${where}: a space too many in ${text}`
        if (/\u200c{2}|\u200c[ .،؛:!؟»]|[ «]\u200c|^\u200c|\u200c$/.test(text))
          return `${where}: a loose half-space in ${text}`
        // A half-space has no visible effect after a letter that never joins the next letter.
        if (/[ادذرزژوآ]\u200cی$/.test(text)) return `${where}: a half-space without effect in ${text}`
        if (/ [،؛:!؟.»]|« /.test(text)) return `${where}: a space before a mark in ${text}`
        return undefined
      }),
    ).toEqual([])
  })

  test('writes names with Persian letters and digits', () => {
    const names = persianTexts.filter(({ where }) => !where.endsWith('synopsis'))
    expect(errorsIn(names, ({ where, text }) => /[0-9٠-٩]/.test(text) && `${where}: a digit in ${text}`)).toEqual([])
    expect(
      errorsIn(names, ({ where, text }) => text !== '' && !/[\u0600-\u06ff]/.test(text) && `${where}: ${text}`),
    ).toEqual([])
    expect(errorsIn(people, ([name, { fa }]) => /[a-z]/i.test(fa) && `${name}: ${fa}`)).toEqual([])
    expect(errorsIn(people, ([name]) => !/^[\p{Script=Latin}\p{M}\d .,'’-]+$/u.test(name) && name)).toEqual([])
  })

  test('has a mostly Persian synopsis of 120 to 600 characters for each title', () => {
    expect(
      errorsIn(titles, ({ imdb, synopsis }) => {
        const text = synopsis ?? ''
        const persian = (text.match(/[\u0600-\u06ff\u200c]/g) ?? []).length
        const letters = text.replace(/[\s\p{P}]/gu, '').length
        if (text.length < 120 || text.length > 600) return `${imdb}: ${text.length} characters`
        return persian < 0.9 * letters && `${imdb}: ${persian} of ${letters} are Persian`
      }),
    ).toEqual([])
    expect(duplicates(titles.map((title) => title.synopsis ?? ''))).toEqual([])
  })

  test('has a cast and a director for each title', () => {
    expect(
      errorsIn(titles, ({ imdb, titleEn, cast, directors, genres }) => {
        if (directors.length === 0) return `${imdb} ${titleEn}: no director`
        if (duplicates(cast.map(({ name }) => name)).length > 0) return `${imdb} ${titleEn}: an actor is listed twice`
        if (duplicates(directors).length > 0) return `${imdb} ${titleEn}: a director is listed twice`
        const least = wordless.has(imdb) ? 0 : genres.includes('documentary') ? 1 : 3
        return cast.length < least && `${imdb} ${titleEn}: ${cast.length} in the cast`
      }),
    ).toEqual([])
  })

  test('uses genres, countries and languages that exist', () => {
    const genres = new Set(GENRES.map((genre) => genre.key))
    const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    const unknown = titles.flatMap((title) => [
      ...title.genres.filter((genre) => !genres.has(genre)),
      ...title.countries.filter((country) => !/^[A-Z]{2}$/.test(country) || !countries.of(country)),
      ...title.languages.filter((language) => !languages.of(language)),
      ...duplicates(title.genres),
    ])
    expect(unknown).toEqual([])
  })

  test('numbers seasons and episodes from 1 without gaps and only for series', () => {
    expect(
      errorsIn(titles, ({ imdb, type, seasons }) => {
        if (type === 'movie' && seasons.length > 0) return `${imdb}: a film with seasons`
        for (const [at, season] of seasons.entries()) {
          if (season.number !== at + 1) return `${imdb}: season ${season.number} is at ${at + 1}`
          if (season.episodes.length === 0) return `${imdb}: season ${season.number} is empty`
          if (season.episodes.some((episode, index) => episode.number !== index + 1))
            return `${imdb}: season ${season.number}`
          if (season.episodes.some(({ titleEn, titleFa }) => !titleEn && !titleFa)) return `${imdb}: a nameless episode`
        }
        return undefined
      }),
    ).toEqual([])
  })

  test('has valid dates in chronological order and none in the future', () => {
    expect(
      errorsIn(titles, ({ imdb, year, releasedAt, seasons }) => {
        const aired = seasons.flatMap((season) => season.episodes.map((episode) => episode.airedAt ?? ''))
        for (const day of [releasedAt ?? '', ...aired]) {
          if (day !== '' && (day > today || new Date(day).toISOString().slice(0, 10) !== day)) return `${imdb}: ${day}`
        }
        if (year > Number(today.slice(0, 4))) return `${imdb}: ${year}`
        // A film may premiere at a festival a year or more before its public release.
        const apart = releasedAt === null ? 0 : Number(releasedAt.slice(0, 4)) - year
        if (apart < 0 || apart > 3) return `${imdb}: of ${year}, released ${releasedAt}`
        return aired.some((day) => day !== '' && day < `${year}`) && `${imdb}: aired before ${year}`
      }),
    ).toEqual([])
    expect(
      errorsIn(people, ([name, { born }]) => born !== null && (born < '1850' || born > '2022') && `${name}: ${born}`),
    ).toEqual([])
  })

  test('rates from 1 to 10 and matches each tomato status to its meter', () => {
    expect(
      errorsIn(titles, ({ imdb, rating, votes, tomatoes }) => {
        if (rating === null || rating < 1 || rating > 10 || Math.round(rating * 10) !== rating * 10)
          return `${imdb}: ${rating}`
        if (votes < 1) return `${imdb}: no votes`
        return (
          tomatoes &&
          (tomatoes.status === 'rotten') !== tomatoes.meter < 60 &&
          `${imdb}: ${tomatoes.meter} ${tomatoes.status}`
        )
      }),
    ).toEqual([])
  })

  test('refers only to existing titles in collections and aliases', () => {
    const named = new Set([...titles, ...coming].map((title) => title.collection))
    const curated = Object.entries(collections).filter(([, collection]) => 'titles' in collection)
    expect(Object.keys(collections).filter((key) => !named.has(key))).toEqual(curated.map(([key]) => key))
    // Throws when a list names an unknown title or a title names an unknown collection.
    expect(membersOf(catalogue).size).toBeGreaterThanOrEqual(20)
    const ids = new Set(titles.map((title) => title.imdb))
    expect(Object.keys(aliases).filter((imdb) => !ids.has(imdb))).toEqual([])
  })

  test('describes each collection and lists no title twice in it', () => {
    expect(errorsIn(Object.entries(collections), ([key, { description }]) => description.length < 30 && key)).toEqual(
      [],
    )
    const twice = errorsIn(Object.entries(collections), ([key, collection]) =>
      'titles' in collection && duplicates(collection.titles).length > 0 ? key : undefined,
    )
    expect(twice).toEqual([])
  })

  test('has more than 300 valid comments on existing titles', () => {
    const known = new Set(titles.map(({ imdb }) => imdb))
    const all = comments.flatMap((comment) => [comment, ...comment.replies])
    expect(comments.filter(({ imdb }) => !known.has(imdb))).toEqual([])
    expect(all.length).toBeGreaterThan(300)
    expect(duplicates(all.map(({ body }) => body))).toEqual([])
    expect(all.filter(({ body }) => !v.is(CommentBody, body))).toEqual([])
    expect(all.some(({ spoiler }) => spoiler)).toBe(true)
    expect(comments.filter(({ daysAgo, replies }) => replies.some((reply) => reply.daysAgo > daysAgo))).toEqual([])
  })

  test('has at least 120 biographies', () => {
    const lives = [...people.values()].flatMap(({ biography }) => biography ?? [])
    expect(lives.length).toBeGreaterThanOrEqual(120)
    expect(lives.filter((life) => life.length < 60)).toEqual([])
    expect(errorsIn(people, ([name, { born, died }]) => born && died && born >= died && name)).toEqual([])
  })

  test('has at least 20 upcoming titles over several months, some without a release day', () => {
    expect(coming.length).toBeGreaterThanOrEqual(20)
    expect(duplicates(coming.map(({ key }) => key))).toEqual([])
    expect(duplicates([...coming.map(({ key }) => String(keyedTitleId(key)))])).toEqual([])
    const known = new Set(titles.map(({ imdb }) => titleId(imdb)))
    expect(coming.filter(({ key }) => known.has(keyedTitleId(key)) || keyedTitleId(key) >= GENERATED_IDS)).toEqual([])
    expect(
      new Set(coming.filter((title) => title.isDayKnown).map(({ inDays }) => (inDays / 30.4) | 0)).size,
    ).toBeGreaterThan(5)
    expect(coming.some((title) => !title.isDayKnown)).toBe(true)
  })
})

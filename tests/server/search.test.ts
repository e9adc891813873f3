import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchesAsPrefix, parseQuery } from '#contract/search/query.ts'
import { compareByRank, nameMatchOf } from '#contract/search/ranking.ts'
import { searchableNames } from '#contract/search/searchableNames.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { termsOf } from '#server/catalogue/search/searchTerms.ts'
import { HOSTILE, PEOPLE, TITLES } from '#tests/harness/fixtures/searchQueries.ts'
import { type Answer, databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'

test.each([...HOSTILE, 'the '.repeat(1000), 'شب و '.repeat(1000)])('limits the terms of the query %j', (q) => {
  const query = parseQuery(q)
  if (!query) return
  expect(query.words.length).toBeLessThanOrEqual(10)
  expect(query.spellings.length).toBeLessThanOrEqual(11)
  const { matches, isName, beginsName } = termsOf(query)
  // A word is at most as long as a name, and a spelling as long as ten words.
  for (const term of [matches, isName, beginsName]) expect(term.length).toBeLessThan(6000)
})

describe.each(databaseKinds)('search on %s', (kind) => {
  let server: TestServer
  let get: (path: string) => Promise<Answer>
  const find = (query: Record<string, string>) => get(`/api/titles/search?${new URLSearchParams(query)}`)
  const names = (answer: Answer): string[] => answer.json.data.map((card: { titleEn: string }) => card.titleEn)

  beforeAll(async () => {
    server = await startServer({ database: kind })
    get = server.createGuest().get
  })
  afterAll(() => server.close())

  test.each(TITLES)('%s finds %s first', async (q, first) => {
    expect(names(await find({ q })).at(0)).toBe(first)
  })

  test('«پدر» finds films of exactly that name before longer names', async () => {
    const found = names(await find({ q: 'پدر' }))
    expect(found.slice(0, 4)).toEqual([
      'The Father',
      'The Godfather',
      'The Godfather Part II',
      'The Godfather Part III',
    ])
  })

  test('orders by relevance and then votes for order_by=votes, and otherwise by the given order', async () => {
    expect(names(await find({ q: 'پدر', order_by: 'votes' }))).toEqual(names(await find({ q: 'پدر' })))
    const years = (await find({ q: 'the', order_by: 'year' })).json.data.map((card: { year: number }) => card.year)
    expect(years).toEqual(years.toSorted((one: number, other: number) => other - one))
  })

  test.each(['پدر', 'the', 'شب', 'dark', '2', 'مرد', 'star wars'])('ranks %s like the shared ranking', async (q) => {
    const { json } = await find({ q, per_page: '100' })
    const query = parseQuery(q)
    const ranked = json.data.map((card: TitleCard) => ({
      id: card.id,
      weight: card.votes,
      cost: 0,
      nameMatch: nameMatchOf(
        searchableNames([card.titleFa, card.titleEn, ...(card.otherNames ?? [])]).wholes,
        query?.wholes ?? [],
      ),
    }))
    expect(ranked.length).toBeGreaterThan(1)
    expect(ranked).toEqual(ranked.toSorted(compareByRank))
  })

  test('returns the same titles in the short form for the search menu, on one page', async () => {
    const { json } = await find({ q: 'the', resource: 'menu' })
    expect(json.data).toHaveLength(20)
    expect(json.meta).toEqual({ currentPage: 1, lastPage: 1, perPage: 20, total: 20, from: 1, to: 20 })
    const few = await find({ q: 'پدرخوانده', resource: 'menu', page: '7' })
    expect(names(few)).toEqual(names(await find({ q: 'پدرخوانده' })))
    expect(few.json.meta).toMatchObject({ currentPage: 1, total: 3 })
  })

  test('finds prefixes of two letters', async () => {
    const { json } = await find({ q: 'پد', resource: 'menu' })
    expect(json.data.length).toBeGreaterThan(3)
    for (const { titleFa } of json.data) expect(titleFa).toMatch(/پد/)
  })

  test('finds exactly the titles that match all prefixes of a query', async () => {
    const { titles, coming, aliases } = readCatalogue()
    const entries = [...titles, ...coming].map((record) => ({
      name: record.titleEn,
      ...searchableNames([
        record.titleFa,
        record.titleEn,
        ...('imdb' in record ? (aliases.get(record.imdb) ?? []) : []),
      ]),
    }))
    const beginning = fc
      .tuple(fc.constantFrom(...entries.flatMap(({ lexemes }) => lexemes)), fc.integer({ min: 2, max: 12 }))
      .map(([lexeme, length]) => [...lexeme].slice(0, length).join(''))
    const texts = fc.array(beginning, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(texts, async (q) => {
        const query = parseQuery(q)
        const found = names(await find({ q, per_page: '100' }))
        const fits = ({ lexemes }: { lexemes: readonly string[] }) =>
          query?.spellings.some((spelling) =>
            spelling.every((word) =>
              lexemes.some((lexeme) => (matchesAsPrefix(word, spelling) ? lexeme.startsWith(word) : lexeme === word)),
            ),
          )
        const expected = entries.filter(fits)
        // Queries without a match return suggestions, and long lists have more pages.
        if (expected.length === 0 || expected.length > 100) return
        expect(found.toSorted()).toEqual(expected.map(({ name }) => name).toSorted())
      }),
      { numRuns: 150 },
    )
  })

  test.each(['tt0068646', 'TT۰۰۶۸۶۴۶', 'https://www.imdb.com/title/tt0068646/'])('finds the title of %s', async (q) => {
    expect(names(await find({ q }))).toEqual(['The Godfather'])
    expect(names(await find({ q, resource: 'menu' }))).toEqual(['The Godfather'])
    expect(names(await find({ q, type: 'series' }))).toEqual([])
    const second = await find({ q, page: '2' })
    expect(second.json).toMatchObject({ data: [], meta: { total: 1, lastPage: 1 } })
    expect(names(await find({ q: 'tt9999999' }))).toEqual([])
  })

  test('finds no titles for an unknown word', async () => {
    const { status, json } = await find({ q: 'zzxqj vvkw' })
    expect(status).toBe(200)
    expect(json).toEqual({
      data: [],
      meta: { currentPage: 1, lastPage: 1, perPage: 24, total: 0, from: null, to: null },
    })
  })

  test.each(HOSTILE)('answers 200 to %j', async (q) => {
    for (const path of ['titles', 'people']) {
      const { status, json } = await get(`/api/${path}/search?${new URLSearchParams({ q })}`)
      expect(status).toBe(200)
      expect(json.data.length).toBeLessThanOrEqual(24)
    }
  })

  test('answers 200 to any text', async () => {
    const pieces = fc.constantFrom(
      'پدر',
      'the',
      'ا',
      "'",
      '\\',
      ':*',
      '&',
      '|',
      '!',
      '(',
      ')',
      '=',
      '^',
      '%',
      '\u200c',
      '½',
      'ß',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(pieces, { maxLength: 12 }).map((list) => list.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (q) => {
        for (const path of ['titles', 'people']) {
          expect((await get(`/api/${path}/search?q=${encodeURIComponent(q)}`)).status).toBe(200)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('ignores invalid parameters of the query string', async () => {
    for (const query of [
      'q=%',
      'q=%00',
      'q=%ff%fe',
      'q[]=1',
      'q=1&q=2',
      '&&&',
      'page=-1',
      'page=1e9',
      'page=۲',
      'page=x',
    ]) {
      expect((await get(`/api/titles/search?${query}`)).status).toBe(200)
    }
    for (const query of ['type=house', 'order_by=random', 'genre=x', 'genre=-1', 'is_dubbed=maybe', 'per_page=1e9']) {
      const { status, json } = await get(`/api/titles/search?${query}`)
      expect(status).toBe(200)
      expect(json.meta.total).toBeGreaterThan(300)
    }
  })

  test('returns no titles for an unknown genre', async () => {
    for (const genre of ['999', '2147483648', '99999999999999']) {
      expect((await find({ genre })).json).toMatchObject({ data: [], meta: { total: 0 } })
    }
  })

  describe('without a query', () => {
    test('lists the newest titles, page by page without duplicates', async () => {
      const { json: first } = await find({})
      expect(first.meta).toMatchObject({ currentPage: 1, perPage: 24, from: 1, to: 24 })
      expect(first.meta.lastPage).toBe(Math.ceil(first.meta.total / 24))
      const seen = new Set<number>()
      for (let page = 1; page <= first.meta.lastPage; page++) {
        const { json } = await find({ page: String(page) })
        for (const { id } of json.data) seen.add(id)
      }
      expect(seen.size).toBe(first.meta.total)
    })

    test('returns an empty page with the total after the last page', async () => {
      const { json } = await find({ page: '1000000000' })
      expect(json).toMatchObject({ data: [], meta: { currentPage: 100_000, from: null, to: null } })
      expect(json.meta.total).toBeGreaterThan(300)
      const search = await find({ q: 'پدر', page: '50' })
      expect(search.json).toMatchObject({ data: [], meta: { currentPage: 50, lastPage: 1, from: null } })
      expect(search.json.meta.total).toBeGreaterThan(3)
    })

    test.each(['votes', 'rating', 'year'] as const)('sorts by %s', async (order_by) => {
      const { json } = await find({ order_by, per_page: '100' })
      const values = json.data.map((card: Record<string, number>) => card[order_by])
      expect(values).toEqual(values.toSorted((one: number, other: number) => other - one))
    })

    test('combines filters', async () => {
      const [all, series, dubbed, crime, together] = await Promise.all([
        find({}),
        find({ type: 'series' }),
        find({ is_dubbed: '1' }),
        find({ genre: '6' }),
        find({ type: 'series', is_dubbed: '1', genre: '6' }),
      ])
      for (const narrowed of [series, dubbed, crime]) {
        expect(narrowed.json.meta.total).toBeGreaterThan(together.json.meta.total)
        expect(narrowed.json.meta.total).toBeLessThan(all.json.meta.total)
      }
      expect(together.json.meta.total).toBeGreaterThan(0)
      for (const card of together.json.data) {
        expect(card).toMatchObject({ type: 'series', isDubbed: true })
        expect(card.genres.map(({ id }: { id: number }) => id)).toContain(6)
      }
    })

    test.each(['the', 'a', 'مرد'])('keeps all matching titles of %s under filters, without duplicates', async (q) => {
      const whole = async (narrowing: Record<string, string>): Promise<TitleCard[]> => {
        const pages = [1, 2, 3].map((page) => find({ q, ...narrowing, per_page: '100', page: String(page) }))
        return (await Promise.all(pages)).flatMap(({ json }) => json.data)
      }
      const ids = (cards: TitleCard[]) => cards.map(({ id }) => id)
      const all = await whole({})
      expect(new Set(ids(all)).size).toBe(all.length)
      expect(await whole({ type: 'series' }).then(ids)).toEqual(ids(all.filter(({ type }) => type === 'series')))
      expect(await whole({ genre: '8', is_dubbed: '1' }).then(ids)).toEqual(
        ids(all.filter(({ genres, isDubbed }) => isDubbed && genres.some(({ id }) => id === 8))),
      )
    })

    test('filters search results', async () => {
      expect(names(await find({ q: 'آواتار', type: 'series' }))).toEqual(['Avatar: The Last Airbender'])
      expect(names(await find({ q: 'آواتار', type: 'movie' }))).toEqual(['Avatar', 'Avatar 4'])
      expect(names(await find({ q: 'آواتار', type: 'movie', order_by: 'year' }))).toEqual(['Avatar'])
    })
  })

  describe('people', () => {
    const people = async (q: string): Promise<string[]> =>
      (await get(`/api/people/search?${new URLSearchParams({ q })}`)).json.data.map(
        (person: { fullnameEn: string }) => person.fullnameEn,
      )

    test.each(PEOPLE)('%s finds %s first', async (q, first) => {
      expect((await people(q)).at(0)).toBe(first)
    })

    test('returns what a person is known for', async () => {
      const { json } = await get('/api/people/search?q=coppola')
      expect(json.data[0]).toMatchObject({
        fullnameEn: 'Francis Ford Coppola',
        job: 'director',
        bestDirected: 'The Godfather',
      })
      expect(json.data[0].path).toMatch(/^\/people\/director\/\d+\/francis-ford-coppola$/)
    })

    test('finds no people for an empty query', async () => {
      expect(await people('')).toEqual([])
      expect(await people('%')).toEqual([])
    })
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, aServer, databaseKinds, type TestServer } from '#tests/harness/server.ts'

/** What people type, and what they mean: the English name of the title that must come first. */
const EXPECTED: readonly (readonly [query: string, first: string])[] = [
  // Persian names, whole and begun
  ['پدر', 'The Father'],
  ['پدرخوانده', 'The Godfather'],
  ['پدرخ', 'The Godfather'],
  ['رستگاری در شاوشنک', 'The Shawshank Redemption'],
  ['جدایی نادر از سیمین', 'A Separation'],
  ['دربارهٔ الی', 'About Elly'],
  ['باشگاه مشت زنی', 'Fight Club'],
  ['هفت', 'Se7en'],
  ['برکینگ بد', 'Breaking Bad'],
  ['چ', 'Che'],
  // words in another order, words begun, a joint left out or put in
  ['خوانده پدر', 'The Godfather'],
  ['پدر خوانده', 'The Godfather'],
  ['پدر‌خوانده', 'The Godfather'],
  ['شیمین نادر', 'A Separation'],
  ['تماشای فیلم پدرخوانده', 'The Godfather'],
  ['دانلود سریال چرنوبیل', 'Chernobyl'],
  ['ارباب حلقه‌ها بازگشت', 'The Lord of the Rings: The Return of the King'],
  ['خانه دوست', "Where Is the Friend's House?"],
  ['بازی تاج و تخت', 'Game of Thrones'],
  ['دایی جان ناپلئون', 'My Uncle Napoleon'],
  // Arabic letters, signs, digits
  ['شواليه تاريكي', 'The Dark Knight'],
  ['كازابلانكا', 'Casablanca'],
  ['پِدَرخوانده', 'The Godfather'],
  ['قلعة متحرك هاول', "Howl's Moving Castle"],
  ['«پدرخوانده»', 'The Godfather'],
  ['۱۲ مرد خشمگین', '12 Angry Men'],
  ['١٢ مرد خشمگين', '12 Angry Men'],
  ['دوازده مرد خشمگین', '12 Angry Men'],
  ['1917', '1917'],
  ['۱۹۱۷', '1917'],
  ['پدرخوانده ۲', 'The Godfather Part II'],
  ['داستان اسباب بازی 3', 'Toy Story 3'],
  // English
  ['godfather', 'The Godfather'],
  ['The Godfather', 'The Godfather'],
  ['godfather 2', 'The Godfather Part II'],
  ['GODF', 'The Godfather'],
  ['se7en', 'Se7en'],
  ['seven', 'Se7en'],
  ['seven samurai', 'Seven Samurai'],
  ['12 angry', '12 Angry Men'],
  ['twelve angry men', '12 Angry Men'],
  ['amelie', 'Amélie'],
  ['shogun', 'Shōgun'],
  ['spiderman', 'Spider-Man: Into the Spider-Verse'],
  ['spider man', 'Spider-Man: Into the Spider-Verse'],
  ['walle', 'WALL·E'],
  ['wall-e', 'WALL·E'],
  ['knight dark', 'The Dark Knight'],
  ['alien', 'Alien'],
  ['Dune', 'Dune: Part One'],
  ['8 1/2', '8½'],
  ["schindler's list", "Schindler's List"],
  ['schindlers list', "Schindler's List"],
  ['m', 'M'],
  ['up', 'Up'],
  // other names
  ['گیم آف ترونز', 'Game of Thrones'],
  ['گادفادر', 'The Godfather'],
  ['la casa de papel', 'Money Heist'],
  ['اسپایدرمن', 'Spider-Man: Into the Spider-Verse'],
  // mistyped: letters that sound alike, left out, put in, swapped
  ['پدرخانده', 'The Godfather'],
  ['پدرخونده', 'The Godfather'],
  ['گازابلانکا', 'Casablanca'],
  ['رستکاری شاوشنگ', 'The Shawshank Redemption'],
  ['سینما پارادیذو', 'Cinema Paradiso'],
  ['چرنوبیلل', 'Chernobyl'],
  ['godfahter', 'The Godfather'],
  ['intersteler', 'Interstellar'],
  ['shawshenk', 'The Shawshank Redemption'],
  ['forest gamp', 'Forrest Gump'],
  ['schindlr list', "Schindler's List"],
  ['oppenhiemer', 'Oppenheimer'],
]

/** Nothing of this is anything; all of it is answered calmly. */
const HOSTILE = [
  '%',
  '_',
  '%%%',
  "'",
  "''; drop table titles; --",
  '"',
  '\\',
  '\\\\',
  '(',
  ')&|!:*',
  "':*",
  'پدر:*',
  '<script>alert(1)</script>',
  '🎬',
  '👨‍👩‍👧',
  '𐎱𐎭𐎼',
  '\u0000',
  'پدر\u0000',
  '\u202e\u200f',
  '\u200c',
  'a'.repeat(10_000),
  'پدر '.repeat(3000),
  'ا ب پ ت ث ج چ ح خ د ذ ر ز',
  '{"q":1}',
  '../../etc/passwd',
  'null',
  '０１２',
  'ﷺ',
  'ي'.repeat(119),
]

describe.each(databaseKinds)('search on %s', (kind) => {
  let server: TestServer
  let get: (path: string) => Promise<Answer>
  const find = (query: Record<string, string>) => get(`/api/titles/search?${new URLSearchParams(query)}`)
  const names = (answer: Answer): string[] => answer.json.data.map((card: { titleEn: string }) => card.titleEn)

  beforeAll(async () => {
    server = await aServer({ database: kind })
    get = server.aGuest().get
  })
  afterAll(() => server.close())

  test.each(EXPECTED)('%s finds %s first', async (q, first) => {
    expect(names(await find({ q })).at(0)).toBe(first)
  })

  test('«پدر» shows the films of exactly that name, then what begins so', async () => {
    const found = names(await find({ q: 'پدر' }))
    expect(found.slice(0, 4)).toEqual([
      'The Father',
      'The Godfather',
      'The Godfather Part II',
      'The Godfather Part III',
    ])
  })

  test('the order by votes, which every full search comes with, is by nearness and then by votes; the others hold', async () => {
    expect(names(await find({ q: 'پدر', order_by: 'votes' }))).toEqual(names(await find({ q: 'پدر' })))
    const years = (await find({ q: 'the', order_by: 'year' })).json.data.map((card: { year: number }) => card.year)
    expect(years).toEqual(years.toSorted((one: number, other: number) => other - one))
  })

  test('the menu answers the same, light, on one page', async () => {
    const { json } = await find({ q: 'the', resource: 'menu' })
    expect(json.data).toHaveLength(20)
    expect(json.meta).toEqual({ currentPage: 1, lastPage: 1, perPage: 20, total: 20, from: 1, to: 20 })
    const few = await find({ q: 'پدرخوانده', resource: 'menu', page: '7' })
    expect(names(few)).toEqual(names(await find({ q: 'پدرخوانده' })))
    expect(few.json.meta).toMatchObject({ currentPage: 1, total: 3 })
  })

  test('two letters find what begins with them', async () => {
    const { json } = await find({ q: 'پد', resource: 'menu' })
    expect(json.data.length).toBeGreaterThan(3)
    for (const { titleFa } of json.data) expect(titleFa).toMatch(/پد/)
  })

  test('finds nothing where there is nothing', async () => {
    const { status, json } = await find({ q: 'zzxqj vvkw' })
    expect(status).toBe(200)
    expect(json).toEqual({
      data: [],
      meta: { currentPage: 1, lastPage: 1, perPage: 24, total: 0, from: null, to: null },
    })
  })

  test.each(HOSTILE)('answers %j calmly', async (q) => {
    for (const path of ['titles', 'people']) {
      const { status, json } = await get(`/api/${path}/search?q=${encodeURIComponent(q)}`)
      expect(status).toBe(200)
      expect(json.data.length).toBeLessThanOrEqual(24)
    }
  })

  test('answers any text at all', async () => {
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

  test('answers addresses that are no addresses', async () => {
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

  test('a genre that does not exist has no titles', async () => {
    for (const genre of ['999', '2147483648', '99999999999999']) {
      expect((await find({ genre })).json).toMatchObject({ data: [], meta: { total: 0 } })
    }
  })

  describe('without words', () => {
    test('the newest come first, page by page, each title once', async () => {
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

    test('a page behind the last is empty and says how many there are', async () => {
      const { json } = await find({ page: '1000000000' })
      expect(json).toMatchObject({ data: [], meta: { currentPage: 100_000, from: null, to: null } })
      expect(json.meta.total).toBeGreaterThan(300)
      const search = await find({ q: 'پدر', page: '50' })
      expect(search.json).toMatchObject({ data: [], meta: { currentPage: 50, lastPage: 1, from: null } })
      expect(search.json.meta.total).toBeGreaterThan(3)
    })

    test.each(['votes', 'rating', 'year'] as const)('in order of %s', async (order_by) => {
      const { json } = await find({ order_by, per_page: '100' })
      const values = json.data.map((card: Record<string, number>) => card[order_by])
      expect(values).toEqual(values.toSorted((one: number, other: number) => other - one))
    })

    test('filters narrow together', async () => {
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

    test('filters narrow a search too', async () => {
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

    test.each([
      ['آل پاچینو', 'Al Pacino'],
      ['پاچینو', 'Al Pacino'],
      ['ال پاچینو', 'Al Pacino'],
      ['pacino', 'Al Pacino'],
      ['کیارستمی', 'Abbas Kiarostami'],
      ['كيارستمي', 'Abbas Kiarostami'],
      ['فرهادی', 'Asghar Farhadi'],
      ['nolan', 'Christopher Nolan'],
      ['ترانه علیدوستی', 'Taraneh Alidoosti'],
      ['کریستوفر نولن', 'Christopher Nolan'],
      ['تارانتینو', 'Quentin Tarantino'],
      ['tarantno', 'Quentin Tarantino'],
    ])('%s finds %s first', async (q, first) => {
      expect((await people(q)).at(0)).toBe(first)
    })

    test('says what somebody is known for', async () => {
      const { json } = await get('/api/people/search?q=coppola')
      expect(json.data[0]).toMatchObject({
        fullnameEn: 'Francis Ford Coppola',
        job: 'director',
        bestDirected: 'The Godfather',
      })
      expect(json.data[0].path).toMatch(/^\/people\/director\/\d+\/francis-ford-coppola$/)
    })

    test('nobody is found by nothing', async () => {
      expect(await people('')).toEqual([])
      expect(await people('%')).toEqual([])
    })
  })
})

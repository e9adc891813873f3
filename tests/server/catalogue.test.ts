import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { titlesApi } from '#contract/titles.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { cachedAnswer } from '#server/catalogue/cache/cachedAnswers.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { type Answer, databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

const GODFATHER = 68646
const SEPARATION = 1832382
const BREAKING_BAD = 903747

interface Card {
  id: number
  titleEn: string
  genres: { id: number; titleFa: string }[]
  votes: number
}

describe.each(databaseKinds)('catalogue on %s', (kind) => {
  let server: TestServer
  let get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  const cards = async (path: string): Promise<Card[]> => (await get(path)).json.data

  beforeAll(async () => {
    server = await startServer({ database: kind })
    get = server.createGuest().get
  })
  afterAll(() => server.close())

  describe('title', () => {
    test('returns all details', async () => {
      const { json } = await get(`/api/titles/${GODFATHER}`)
      expect(json.data).toMatchObject({
        id: GODFATHER,
        path: `/titles/${GODFATHER}/the-godfather`,
        imdb: 'tt0068646',
        type: 'movie',
        titleEn: 'The Godfather',
        titleFa: 'پدرخوانده',
        year: 1972,
        releasedAt: '1972-03-24',
        runtime: 175,
        genres: [
          { id: 6, titleFa: 'جنایی' },
          { id: 8, titleFa: 'درام' },
        ],
        rottenTomatoes: { rtStatus: 'certified' },
        directors: [{ fullnameEn: 'Francis Ford Coppola', job: 'director' }],
        collection: { titleFa: 'پدرخوانده' },
        seasons: [],
        likes: 0,
        viewer: null,
      })
      expect(json.data.poster).toMatch(/^\/media\/posters\/tt0068646-\w+-\{width\}\.\{format\}$/)
      expect(json.data.backdrop).toMatch(/^\/media\/backdrops\/tt0068646-\w+-\{width\}\.\{format\}$/)
      expect(json.data.posterColor).toMatch(/^#[0-9a-f]{6}$/)
      expect(json.data.cast[0]).toMatchObject({ fullnameEn: 'Marlon Brando', job: 'actor', character: 'ویتو کورلئونه' })
      expect(json.data.cast[0].path).toMatch(/^\/people\/actor\/\d+\/marlon-brando$/)
      expect(json.data.collection.path).toMatch(/^\/collections\/\d+\/the-godfather$/)
    })

    test('matches the contract for titles of each kind', async () => {
      for (const { imdb } of readCatalogue().titles.filter((_, at) => at % 4 === 0)) {
        const { status, json } = await get(`/api/titles/${Number(imdb.slice(2))}`)
        expect(status).toBe(200)
        expect(json.data.imdb).toBe(imdb)
        expect(json.data.path).toMatch(/^\/titles\/\d+\/[a-z0-9-]+$/)
      }
    }, 60_000)

    test('lists seasons and episodes in order', async () => {
      const { json } = await get(`/api/titles/${BREAKING_BAD}`)
      expect(json.data.seasons[0].number).toBe(1)
      expect(json.data.seasons[0].episodes[0]).toMatchObject({ number: 1, titleEn: 'Pilot', airedAt: '2008-01-20' })
      for (const { episodes } of json.data.seasons) {
        expect(episodes.map(({ number }: { number: number }) => number)).toEqual(
          episodes.map((_: unknown, at: number) => at + 1),
        )
      }
    })

    test('lists Persian first among the languages of a dubbed title', async () => {
      expect((await get(`/api/titles/${GODFATHER}?dub=1`)).json.data.languages.slice(0, 2)).toEqual(['fa', 'en'])
      expect((await get(`/api/titles/${SEPARATION}?dub=1`)).json.data.languages).toEqual(['fa'])
    })

    test.each([
      '1',
      '0',
      '-1',
      '2147483648',
      '999999999999999',
      '9999999999999999999',
      'x',
      '68646x',
      '%00',
      '68646/x',
    ])('answers 404 at %s', async (id) => {
      for (const path of ['', '/similar', '/director-titles']) {
        expect((await get(`/api/titles/${id}${path}`)).status).toBe(404)
      }
    })

    test("is public for guests, and private with the viewer's state for members", async () => {
      const person: Member = await server.createUser()
      await person.post(`/api/user/watchlist/${GODFATHER}`, { saved: true })
      const { version } = (await person.post(`/api/user/like/${GODFATHER}`, { liked: true })).json.data
      const mine = await person.get(`/api/titles/${GODFATHER}`)
      expect(mine.json.data.viewer).toEqual({ saved: true, liked: true, position: null, version })
      expect(mine.json.data.likes).toBe(1)
      expect(mine.headers.get('Cache-Control')).toBe('no-store')
      const theirs = await get(`/api/titles/${GODFATHER}`)
      expect(theirs.json.data).toMatchObject({ viewer: null, likes: 1 })
      expect(theirs.headers.get('Cache-Control')).toContain('public')
      expect(theirs.headers.get('Vary')).toContain('Authorization')
    })

    test('answers 304 when the title is unchanged', async () => {
      for (const path of [`/api/titles/${SEPARATION}`, '/api/titles/search?q=godfather', '/api/genres']) {
        const first = await get(path)
        const tag = first.headers.get('ETag') ?? ''
        expect(tag).not.toBe('')
        expect((await get(path, { 'If-None-Match': tag })).status).toBe(304)
      }
    })
  })

  describe('related titles', () => {
    test("suggests similar titles outside of the collection and the director's titles", async () => {
      for (const id of [GODFATHER, SEPARATION]) {
        const similar = await cards(`/api/titles/${id}/similar`)
        expect(similar).toHaveLength(12)
        const own = new Set([id, ...(await cards(`/api/titles/${id}/director-titles`)).map((card) => card.id)])
        expect(similar.filter((card) => own.has(card.id))).toEqual([])
        expect(similar.map((card) => card.titleEn).join()).not.toContain('Godfather')
      }
      // Same actor, same genre, about the same years.
      const crime = await cards(`/api/titles/${GODFATHER}/similar`)
      expect(crime.filter((card) => card.genres.some(({ titleFa }) => titleFa === 'جنایی')).length).toBeGreaterThan(6)
    })

    test('suggests some titles for every title, without duplicates and in stable order', async () => {
      for (const { imdb } of readCatalogue().titles.filter((_, at) => at % 25 === 0)) {
        const path = `/api/titles/${Number(imdb.slice(2))}/similar`
        const similar = await cards(path)
        expect(similar.length).toBeGreaterThan(5)
        expect(new Set(similar.map((card) => card.id)).size).toBe(similar.length)
        expect(await cards(path)).toEqual(similar)
      }
    })

    test("lists the director's other titles by votes", async () => {
      const others = await cards(`/api/titles/${GODFATHER}/director-titles`)
      expect(others.map((card) => card.titleEn)).toEqual([
        'The Godfather Part II',
        'Apocalypse Now',
        'The Godfather Part III',
      ])
    })
  })

  describe('slideshow', () => {
    test('has eight titles with wide pictures, some of them Iranian', async () => {
      const { json } = await get('/api/titles/slideshow?type=all')
      expect(json.data).toHaveLength(8)
      for (const slide of json.data) {
        expect(slide.rating).toBeGreaterThanOrEqual(7)
        expect(slide.synopsis.length).toBeGreaterThan(100)
        expect(slide.backdrop).toContain('/media/backdrops/')
      }
      expect(new Set(json.data.map(({ id }: Card) => id)).size).toBe(8)
    })

    test('filters by type, and ignores an unknown type', async () => {
      for (const type of ['movie', 'series']) {
        const { json } = await get(`/api/titles/slideshow?type=${type}`)
        expect(json.data).toHaveLength(8)
        expect(json.data.every((slide: { type: string }) => slide.type === type)).toBe(true)
      }
      expect((await get('/api/titles/slideshow?type=opera')).json).toEqual((await get('/api/titles/slideshow')).json)
    })

    test('stays the same for a day and changes the next day', async () => {
      const today = (await get('/api/titles/slideshow')).json
      expect((await get('/api/titles/slideshow')).json).toEqual(today)
      server.pass(24 * 60 * 60 * 1000)
      expect((await get('/api/titles/slideshow')).json).not.toEqual(today)
    })
  })

  test('shows up to three posters per genre and no poster twice', async () => {
    const { json } = await get('/api/genres/tiles')
    const covers = json.data.map((genre: { covers: { poster: string }[] }) => genre.covers.map(({ poster }) => poster))
    expect(covers.every((of: string[]) => of.length <= 3)).toBe(true)
    expect(covers.flat().length).toBeGreaterThan(6)
    expect(new Set(covers.flat()).size).toBe(covers.flat().length)
    expect(json.data.map(({ id }: { id: number }) => id)).toEqual(
      (await get('/api/genres')).json.data.map(({ id }: { id: number }) => id),
    )
  })

  test('lists genres by their number of titles', async () => {
    const { json } = await get('/api/genres')
    expect(json.data.length).toBeGreaterThanOrEqual(20)
    const [drama] = json.data
    expect(drama).toMatchObject({ id: 8, titleFa: 'درام', titleEn: 'Drama', path: '/genres/8/drama' })
    const { json: list } = await get('/api/titles/search?genre=8')
    expect(drama.count).toBe(list.meta.total)
    const counts = json.data.map(({ count }: { count: number }) => count)
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one))
  })

  test('computes a shared answer once per version of the catalogue, and not from a failure', async () => {
    let computed = 0
    const compute = () => cachedAnswer(server.database, 'a test', async () => ({ data: ++computed }))
    const [one, other] = await Promise.all([compute(), compute()])
    expect(other).toBe(one)
    expect(await compute()).toBe(one)
    await recordChange(server.database)
    expect(await compute()).toEqual({ data: 2 })
    const failing = cachedAnswer(server.database, 'another', () => Promise.reject(new Error('for now')))
    await expect(failing).rejects.toThrow('for now')
    expect(await cachedAnswer(server.database, 'another', async () => 'well')).toBe('well')
  })

  test('serves all endpoints of titlesApi', async () => {
    for (const endpoint of Object.values(titlesApi)) {
      expect((await get(endpoint.path.replace(':id', String(GODFATHER)))).status).toBe(200)
    }
  })
})

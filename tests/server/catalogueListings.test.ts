import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { readComments, seedComments } from '#demo/catalogue/seedComments.ts'
import { keyedTitleId, nameId } from '#server/catalogue/ids.ts'
import { rowsOf } from '#server/catalogue/seeding/catalogueRows.ts'
import { countWorks, writeRows } from '#server/catalogue/seeding/writeRows.ts'
import { collectionTitles, people, titles } from '#server/database/schema/catalogue.ts'
import { comments } from '#server/database/schema/comments.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { type Answer, databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'

const GODFATHER = nameId('the-godfather')
const DUNE = 1160419
const DUNE_3 = keyedTitleId('dune-part-three')
const AVATAR_4 = keyedTitleId('avatar-4')
const PANAHI = nameId('Jafar Panahi')
const DAY = 24 * 60 * 60 * 1000

interface Card {
  id: number
  titleEn: string
  type: string
  year: number
  votes: number
  rating: number
  isDubbed: boolean
  isComing?: boolean
}

describe.each(databaseKinds)('catalogue listings on %s', (kind) => {
  let server: TestServer
  let get: (path: string) => Promise<Answer>
  beforeAll(async () => {
    server = await startServer({ database: kind })
    get = server.createGuest().get
  })
  afterAll(() => server.close())

  const names = (cards: Card[]) => cards.map((card) => card.titleEn)
  const isSorted = (values: number[]) => expect(values).toEqual(values.toSorted((one, other) => other - one))

  describe('collections', () => {
    test('returns at least twenty collections with texts, covers and several titles', async () => {
      const { json } = await get('/api/collections')
      expect(json.data.length).toBeGreaterThanOrEqual(20)
      for (const one of json.data) {
        expect(one.description).toMatch(/[آ-ی]/)
        expect(one.count).toBeGreaterThan(1)
        expect(one.covers.length).toBe(Math.min(4, one.count))
        expect(one.backdrop).toContain('/media/backdrops/')
        expect(one.path).toMatch(/^\/collections\/\d+\/[a-z0-9-]+$/)
      }
    })

    test('returns a collection with its titles in watching order, or without titles if asked so', async () => {
      const collection = (await get(`/api/collections/${GODFATHER}`)).json.data
      expect(collection).toMatchObject({ titleFa: 'پدرخوانده', count: 3 })
      expect(names(collection.titles)).toEqual(['The Godfather', 'The Godfather Part II', 'The Godfather Part III'])
      const alone = (await get(`/api/collections/${GODFATHER}?type=alt`)).json.data
      expect(alone).toEqual({ ...collection, titles: [] })
      expect((await get(`/api/collections/${GODFATHER}?type=other`)).json.data).toEqual(collection)
    })

    test('pages and sorts the titles of a collection', async () => {
      const path = `/api/collections/${nameId('oscar-best-picture')}/titles`
      const first = (await get(path)).json
      expect(first.meta).toMatchObject({ currentPage: 1, perPage: 24, total: 29, from: 1, to: 24 })
      const second = (await get(`${path}?page=2`)).json
      expect(second.data).toHaveLength(5)
      const all = [...first.data, ...second.data]
      expect(new Set(all.map((card: Card) => card.id)).size).toBe(29)
      expect(all.map((card: Card) => card.year)).toEqual(all.map((card: Card) => card.year).toSorted())
      isSorted((await get(`${path}?order_by=rating`)).json.data.map((card: Card) => card.rating))
      isSorted((await get(`${path}?order_by=votes&per_page=100`)).json.data.map((card: Card) => card.votes))
      expect((await get(`${path}?order_by=opera&page=zero&per_page=-1`)).json).toEqual(first)
      expect((await get(`${path}?page=1000000000`)).json).toMatchObject({ data: [], meta: { from: null, to: null } })
    })

    test('lists upcoming titles at the end of a collection', async () => {
      const dune = (await get(`/api/titles/${DUNE}`)).json.data
      const { json } = await get(`/api/collections/${dune.collection.id}`)
      expect(names(json.data.titles)).toEqual(['Dune: Part One', 'Dune: Part Two', 'Dune: Part Three'])
      expect(json.data.titles[2].isComing).toBe(true)
    })
  })

  describe('person', () => {
    test('returns biography, roles, best known titles and the titles of a role', async () => {
      const { json } = await get(`/api/people/${PANAHI}`)
      expect(json.data).toMatchObject({
        fullnameFa: 'جعفر پناهی',
        born: '1960-07-11',
        died: null,
        birthplace: 'میانه، ایران',
        roles: ['director', 'actor'],
      })
      expect(json.data.biography).toContain('بادکنک سفید')
      expect(json.meta.total).toBe(6)
      expect(json.data.titles).toHaveLength(6)
      expect(json.data.knownFor.length).toBeGreaterThan(3)
      isSorted(json.data.knownFor.map((card: Card) => card.votes))
      const acted = (await get(`/api/people/${PANAHI}?role=actor`)).json
      expect(acted.meta.total).toBe(1)
      isSorted((await get(`/api/people/${PANAHI}?order_by=rating`)).json.data.titles.map((card: Card) => card.rating))
      expect((await get(`/api/people/${PANAHI}?role=butler&order_by=x&page=-3`)).json).toEqual(json)
      expect((await get(`/api/people/${PANAHI}?page=9`)).json.data.titles).toEqual([])
    })

    test('returns the date of death, and only a year where the day is unknown', async () => {
      expect((await get(`/api/people/${nameId('Abbas Kiarostami')}`)).json.data.died).toBe('2016-07-04')
      expect((await get(`/api/people/${nameId('Bita Farahi')}`)).json.data.died).toBe('2023')
    })

    test('returns an empty page for a role without titles', async () => {
      const { json } = await get(`/api/people/${nameId('Al Pacino')}?role=director`)
      expect(json.data.titles).toEqual([])
      expect(json.meta).toMatchObject({ total: 0, from: null })
    })
  })

  test('filters a genre by type, order, dubbing and page', async () => {
    const { json } = await get('/api/genres/8')
    expect(json.data).toMatchObject({ id: 8, titleFa: 'درام', path: '/genres/8/drama' })
    expect(json.meta.total).toBe(json.data.count)
    expect(json.data.titles).toHaveLength(24)
    isSorted(json.data.titles.map((card: Card) => card.votes))
    const series = (await get('/api/genres/8?type=series&order_by=rating')).json.data.titles
    expect(series.map((card: Card) => card.type)).toEqual(Array(24).fill('series'))
    isSorted(series.map((card: Card) => card.rating))
    const dubbed = (await get('/api/genres/8?is_dubbed=1')).json
    expect(dubbed.data.titles.map((card: Card) => card.isDubbed)).toEqual(Array(24).fill(true))
    expect(dubbed.meta.total).toBeLessThan(json.meta.total)
    const second = (await get('/api/genres/8?page=2')).json.data.titles
    expect(second.map((card: Card) => card.id)).not.toContain(json.data.titles[0].id)
    expect((await get('/api/genres/8?type=opera&order_by=&page=')).json).toEqual(json)
    expect((await get('/api/genres/99')).status).toBe(404)
  })

  describe('upcoming titles', () => {
    test('lists future releases soonest first and undated ones last', async () => {
      const { json } = await get('/api/titles/comingsoon?per_page=100')
      expect(json.meta.total).toBeGreaterThanOrEqual(20)
      const days: (string | null)[] = json.data.map((one: { releasedAt: string | null }) => one.releasedAt)
      const known = days.filter((day) => day !== null)
      expect(days).toEqual([...known.toSorted(), ...days.filter((day) => day === null)])
      const today = server.now().toISOString().slice(0, 10)
      expect(known.every((day) => day > today)).toBe(true)
      const month = new Intl.DateTimeFormat('fa-u-ca-persian', { month: 'long', year: 'numeric' })
      expect(new Set(known.map((day) => month.format(new Date(day)))).size).toBeGreaterThan(4)
      expect(days).toContain(null)
      const series = (await get('/api/titles/comingsoon?type=series')).json.data
      expect(new Set(series.map((card: Card) => card.type))).toEqual(new Set(['series']))
      expect((await get('/api/titles/comingsoon?type=x&page=x&per_page=100')).json).toEqual(json)
      const page = (await get('/api/titles/comingsoon?page=2&per_page=5')).json
      expect(page.data).toEqual(json.data.slice(5, 10))
    })

    test('have a page and are found by name, but are in no other list or slideshow', async () => {
      const { json } = await get(`/api/titles/${DUNE_3}`)
      expect(json.data).toMatchObject({ isComing: true, titleEn: 'Dune: Part Three', rating: null, votes: 0 })
      expect(names((await get('/api/titles/search?q=dune')).json.data)).toContain('Dune: Part Three')
      for (const order of ['newest', 'votes', 'rating', 'year']) {
        const { json: list } = await get(`/api/titles/search?per_page=100&order_by=${order}`)
        expect(list.data.filter((card: Card) => card.isComing)).toEqual([])
      }
      expect((await get('/api/genres/17?order_by=newest')).json.data.titles[0].isComing).toBeUndefined()
      expect((await get('/api/titles/slideshow')).json.data.filter((card: Card) => card.isComing)).toEqual([])
    })

    test('become ordinary titles on their release day, and notify members who saved them once', async () => {
      const person = await server.createUser()
      await person.post(`/api/user/watchlist/${DUNE_3}`, { saved: true })
      await person.post(`/api/user/watchlist/${AVATAR_4}`, { saved: true })
      const { releasedAt } = (await get(`/api/titles/${DUNE_3}`)).json.data
      await runHousekeeping({ database: server.database, clock: server.now })
      expect((await get(`/api/titles/${DUNE_3}`)).json.data.isComing).toBe(true)
      const later = new Date(`${releasedAt}T09:00:00Z`)
      for (let round = 0; round < 2; round++) await runHousekeeping({ database: server.database, clock: () => later })
      expect((await get(`/api/titles/${DUNE_3}`)).json.data.isComing).toBeUndefined()
      expect(names((await get('/api/titles/search?order_by=newest')).json.data)).toContain('Dune: Part Three')
      expect((await get(`/api/titles/${AVATAR_4}`)).json.data.isComing).toBe(true)
      const news = (await person.get('/api/user/notifications')).json.data
      expect(news).toMatchObject([{ kind: 'released', title: '«تل‌ماسه: بخش سوم» منتشر شد' }])
      await server.database.update(titles).set({ isComing: true }).where(eq(titles.id, DUNE_3))
    })
  })
})

describe.each(databaseKinds)('seeding over a database of an earlier version, %s', (kind) => {
  test('adds new facts and keeps release dates and content written by members and operators', async () => {
    const connection = await takeDatabase(kind)
    const { database } = connection
    const catalogue = readCatalogue()
    const dayOf = async () =>
      (await database.select({ day: titles.releasedAt }).from(titles).where(eq(titles.id, DUNE_3)))[0]?.day
    const day = await dayOf()
    const later = new Date(Date.now() + 40 * DAY)
    const next = {
      ...catalogue,
      coming: catalogue.coming.map((one) => ({ ...one, synopsis: `${one.synopsis} …` })),
      people: new Map(
        [...catalogue.people].map(([name, person]) => [name, { ...person, biography: person.biography ?? 'کسی' }]),
      ),
      collections: new Map(
        [...catalogue.collections].map(([key, one]) => [
          key,
          key === 'palme-dor' ? { ...one, titles: ['tt0110912', 'tt0053779'] } : one,
        ]),
      ),
    }
    await database.execute(sql`insert into collections (id, title_fa, title_en) values (5, 'گزیدهٔ ما', 'Ours')`)
    await database.insert(collectionTitles).values([
      { collectionId: 5, titleId: 68646, place: 0 },
      { collectionId: 5, titleId: DUNE_3, place: 1 },
    ])
    await database.transaction(async (transaction) => {
      expect(await writeRows(transaction, rowsOf(next), later)).toBe(catalogue.coming.length)
      await countWorks(transaction)
    })
    expect(await dayOf()).toBe(day)
    const [palme, ours] = await Promise.all(
      [nameId('palme-dor'), 5].map((id) =>
        database
          .select()
          .from(collectionTitles)
          .where(eq(collectionTitles.collectionId, id))
          .orderBy(collectionTitles.place),
      ),
    )
    expect(palme?.map(({ titleId }) => titleId)).toEqual([110912, 53779])
    expect(ours).toHaveLength(2)
    expect(await database.$count(people, sql`biography is null`)).toBe(0)

    // A released title that is seeded again does not become upcoming again.
    await database.update(titles).set({ isComing: false }).where(eq(titles.id, DUNE_3))
    await database.transaction((transaction) => writeRows(transaction, rowsOf(catalogue), later))
    const [dune] = await database.select().from(titles).where(eq(titles.id, DUNE_3))
    expect(dune).toMatchObject({ isComing: false, releasedAt: day })
    await connection.close()
  })

  test('seeds comments once, so that deleted ones stay deleted', async () => {
    const connection = await takeDatabase(kind)
    const { database } = connection
    const all = readComments().flat()
    const replies = all.reduce((sum, comment) => sum + comment.replies.length, 0)
    expect(await seedComments(connection)).toBe(all.length)
    expect(await database.$count(comments)).toBe(all.length + replies)
    expect(await database.$count(comments, sql`user_id is not null`)).toBe(0)
    expect(await database.$count(comments, sql`created_at > now()`)).toBe(0)
    const early = sql`exists (select from comments as top where top.id = comments.reply_to and top.created_at >= comments.created_at)`
    expect(await database.$count(comments, early)).toBe(0)
    await database.delete(comments).where(eq(comments.titleId, 68646))
    const left = await database.$count(comments)
    expect(await seedComments(connection)).toBe(0)
    expect(await database.$count(comments)).toBe(left)
    await connection.close()
  })
})

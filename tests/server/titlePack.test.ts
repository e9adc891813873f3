import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedTitlesText, PACK_TITLES_MAX, type PackedTitle, type TitlePack } from '#contract/titlePack.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

describe.each(databaseKinds)('the bulk read of titles, on %s', (kind) => {
  let server: TestServer
  let member: Member
  let ids: number[]
  beforeAll(async () => {
    server = await startServer({ database: kind })
    member = await server.createUser()
    ids = await server.titleIds(6)
  })
  afterAll(() => server.close())

  const read = async (text: string): Promise<TitlePack> => {
    const { json, status } = await member.get(`/api/titles?ids=${text}`)
    expect(status).toBe(200)
    return json
  }
  const known = (titles: PackedTitle[]) => askedTitlesText(titles.map(({ id, version }) => ({ id, version })))

  test('returns the pages, related titles and collections that the single calls return', async () => {
    const { data, cards, collections } = await read(ids.join())
    expect(data.map(({ id }) => id)).toEqual(ids)
    const cardById = new Map(cards.map((card) => [card.id, card]))
    const cardsOf = (of: number[]) => of.map((id) => cardById.get(id))
    for (const { id, title, similar, byDirectors } of data) {
      const single = await server.createGuest().get(`/api/titles/${id}`)
      expect(title).toEqual(single.json.data)
      expect(cardsOf(similar)).toEqual((await member.get(`/api/titles/${id}/similar`)).json.data)
      expect(cardsOf(byDirectors)).toEqual((await member.get(`/api/titles/${id}/director-titles`)).json.data)
    }
    expect(cards).toHaveLength(cardById.size)
    const used = new Set(data.flatMap(({ title }) => title.collection?.id ?? []))
    expect(new Set(collections.map(({ id }) => id))).toEqual(used)
    for (const { id, titles } of collections) {
      expect(cardsOf(titles)).toEqual((await member.get(`/api/collections/${id}/titles`)).json.data)
    }
  })

  test('returns ids only for titles whose version the caller has', async () => {
    const { data } = await read(ids.join())
    expect(await read(known(data))).toEqual({ data: [], collections: [], cards: [], unchanged: ids, missing: [] })
  })

  test('returns a changed title again, and a title of which only the likes changed not', async () => {
    const { data } = await read(ids.join())
    const [liked, changed] = ids
    await member.post(`/api/user/like/${liked}`, { liked: true })
    const before = data.find(({ id }) => id === changed)?.title.synopsis
    const write = async (synopsis: string | null | undefined) => {
      await server.database.execute(sql`update titles set synopsis = ${synopsis ?? null} where id = ${changed}`)
      await recordChange(server.database)
    }
    await write('تازه')
    const again = await read(known(data))
    // Other files use the same catalogue.
    await write(before)
    expect(again.data.map(({ id, title }) => [id, title.synopsis])).toEqual([[changed, 'تازه']])
    expect(again.unchanged).toEqual(ids.filter((id) => id !== changed))
  })

  test('drops unreadable and repeated ids, and names ids without a title', async () => {
    const [id] = ids
    const { data, missing } = await read(`x,${id},-1,${id}:old,999999999,1.5,9007199254740991,,${id}:%20`)
    expect(data.map((title) => title.id)).toEqual([id])
    expect(missing).toEqual([999999999, 9007199254740991])
  })

  test('refuses a request without an id or with too many', async () => {
    const many = Array.from({ length: PACK_TITLES_MAX + 1 }, (_, at) => at + 1).join()
    for (const text of ['', 'x,y', many]) expect((await member.get(`/api/titles?ids=${text}`)).status).toBe(422)
    expect((await member.get('/api/titles')).status).toBe(422)
  })
})

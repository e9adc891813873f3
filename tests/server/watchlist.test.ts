import { beforeEach, describe, expect, test } from 'vitest'
import { titleViewerState } from '#server/catalogue/titleViewerState.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const DAY = 86_400_000

describe.each(databaseKinds)('watchlist on %s', (database) => {
  setUpMember(database)
  let titles: number[]
  beforeEach(async () => {
    titles = await server.titleIds(30)
  })

  const [first, second] = [0, 1]
  const id = (index: number) => titles[index] ?? 0
  const save = (index: number, saved = true) => member.post(`/api/user/watchlist/${id(index)}`, { saved })
  const since = async (cursor: string, limit?: number) =>
    (await member.get(`/api/user/watchlist?since=${cursor}${limit === undefined ? '' : `&limit=${limit}`}`)).json
  const gone = (index: number, version: number) => ({ titleId: id(index), deleted: true, version })

  test('is paged, last saved first', async () => {
    for (let index = 0; index < 30; index++) {
      await save(index)
      server.pass(1000)
    }
    const page = (await member.get('/api/user/watchlist?per_page=12&page=2')).json
    expect(page.meta).toEqual({ currentPage: 2, lastPage: 3, perPage: 12, total: 30, from: 13, to: 24 })
    expect(page.data.map((item: { titleId: number }) => item.titleId)).toEqual(titles.toReversed().slice(12, 24))
    expect(page.data[0].title).toMatchObject({ id: id(17), path: expect.stringContaining(`/titles/${id(17)}/`) })
    const behind = (await member.get('/api/user/watchlist?page=9')).json
    expect(behind).toMatchObject({ data: [], meta: { currentPage: 9, lastPage: 2, from: null, to: null } })
  })

  test('requires sign-in', async () => {
    await save(first)
    const { headers } = await member.get('/api/user/watchlist')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('ETag')).toBeNull()
    const otherMember = await server.createUser()
    expect((await otherMember.get('/api/user/watchlist')).json.data).toEqual([])
    expect((await otherMember.get('/api/user/watchlist?since=')).json.data).toEqual([])
    expect((await server.createGuest().get('/api/user/watchlist')).status).toBe(401)
    expect((await server.createGuest().get('/api/user/watchlist?since=')).status).toBe(401)
  })

  describe('delta pull', () => {
    test('returns each change once in order, with tombstones for removals', async () => {
      const start = await since('')
      expect(start).toMatchObject({ data: [], meta: { more: false } })
      await save(first)
      await save(second)
      await save(first, false)
      const pulled = await since(start.meta.cursor)
      expect(pulled.data).toMatchObject([{ titleId: id(second), version: 2, title: {} }, gone(first, 3)])
      expect(await since(pulled.meta.cursor)).toMatchObject({ data: [], meta: { more: false } })
      await save(first)
      expect((await since(pulled.meta.cursor)).data).toMatchObject([{ titleId: id(first), version: 4, title: {} }])
    })

    test('moves the cursor past changes of other lists', async () => {
      await save(first)
      await member.post(`/api/user/like/${id(first)}`, { liked: true })
      const start = await since('')
      await member.post(`/api/user/like/${id(second)}`, { liked: true })
      expect((await since(start.meta.cursor)).data).toEqual([])
    })

    test('returns the same list in pages of any size', async () => {
      for (let index = 0; index < 7; index++) await save(index)
      await save(3, false)
      const whole = (await since('')).data
      for (const limit of [1, 2, 3, 7, 500]) {
        const pieces = []
        let cursor = ''
        for (let more = true; more; ) {
          const piece = await since(cursor, limit)
          expect(piece.data.length).toBeLessThanOrEqual(limit)
          pieces.push(...piece.data)
          ;({ cursor, more } = piece.meta)
        }
        expect(pieces).toEqual(whole)
      }
    })

    test('misses no change made between two pages', async () => {
      for (let index = 0; index < 4; index++) await save(index)
      const begun = await since('', 2)
      await save(0, false)
      await save(5)
      const rest = await since(begun.meta.cursor)
      expect(rest.data).toMatchObject([
        { titleId: id(2) },
        { titleId: id(3) },
        gone(0, 5),
        { titleId: id(5), version: 6 },
      ])
    })

    test.each(['0', '-5', 'abc', '', '501', '100000', '1e9', 'NaN'])('clamps the limit "%s"', async (limit) => {
      await save(first)
      const { status, json } = await member.get(`/api/user/watchlist?since=&limit=${limit}`)
      expect(status).toBe(200)
      expect(json.data).toHaveLength(1)
    })

    test('makes a device start over after its tombstones have expired', async () => {
      await save(first)
      await save(second)
      const long = (await since('')).meta.cursor
      await save(first, false)
      const fresh = (await since('')).meta.cursor
      server.pass(89 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect((await since(long)).data).toEqual([gone(first, 3)])
      server.pass(2 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      const answer = await member.get(`/api/user/watchlist?since=${long}`)
      expect(answer.status).toBe(410)
      expect(answer.json).toMatchObject({ code: 'cursor_gone', message: expect.stringMatching(/[آ-ی]/) })
      expect((await since(fresh)).data).toEqual([])
      expect((await since('')).data).toMatchObject([{ titleId: id(second) }])
    })

    test('finishes a paged restart even if tombstones expire between the pages', async () => {
      for (let index = 0; index < 4; index++) await save(index)
      await save(3, false)
      server.pass(91 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      const pieces = []
      let cursor = ''
      for (let more = true; more; ) {
        const piece = await since(cursor, 1)
        pieces.push(...piece.data)
        ;({ cursor, more } = piece.meta)
      }
      expect(pieces).toMatchObject([{ titleId: id(0) }, { titleId: id(1) }, { titleId: id(2) }])
    })

    test('answers 410 to an unknown, foreign or future cursor', async () => {
      await save(first)
      const mine = (await since('')).meta.cursor
      const otherMember = await server.createUser()
      const theirs = (await otherMember.get('/api/user/watchlist?since=')).json.meta.cursor
      const [version, start, signature] = mine.split('.')
      for (const cursor of [
        'nonsense',
        '0',
        '...',
        '💣',
        theirs,
        `${Number(version) + 1}.${start}.${signature}`,
        `${version}.${start}.`,
        `${mine}x`,
      ]) {
        expect((await member.get(`/api/user/watchlist?since=${cursor}`)).status).toBe(410)
      }
      expect((await member.get(`/api/user/watchlist?since=${'x'.repeat(5000)}`)).status).toBe(422)
      expect((await otherMember.get(`/api/user/watchlist?since=${mine}`)).status).toBe(410)
    })
  })

  test('changes neither order nor version when a title is saved again', async () => {
    const before = (await save(first)).json.data
    server.pass(DAY)
    expect((await save(first)).json).toEqual({ result: 'applied', data: before })
  })

  test('answers a removal of an unsaved title with the current version and adds no tombstone', async () => {
    const answer = await save(first, false)
    expect(answer.json).toEqual({ result: 'applied', data: { titleId: id(first), saved: false, version: 1 } })
    expect((await since('')).data).toEqual([])
  })

  test("returns the viewer's state of a title with its version", async () => {
    const viewer = () => titleViewerState(server.database, member.id, id(first))
    expect(await viewer()).toEqual({ saved: false, liked: false, position: null, version: 0 })
    const client = createMutationClient(member)
    await client.save(id(first), true)
    await client.like(id(first), true)
    expect(await viewer()).toEqual({ saved: true, liked: true, position: null, version: 2 })
    await client.save(id(first), false)
    expect(await viewer()).toEqual({ saved: false, liked: true, position: null, version: 3 })
  })
})

import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#server/database/connect.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type SendCommand, startOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { createSyncedDevice } from '#tests/harness/fixtures/syncedDevice.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { databaseKinds, type Member, type TestServer } from '#tests/harness/server.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('changes of merged titles on %s', (kind) => {
  let connection: Connection
  let server: TestServer
  let send: SendCommand
  let member: Member
  let device: ReturnType<typeof createMutationClient>
  let from: number
  let into: number
  beforeEach(async () => {
    ;({ connection, server, send } = await startOperator(kind))
    member = await server.createUser()
    device = createMutationClient(member)
    const serial = (key: string) => ({
      ...{ kind: 'title', key, type: 'series', titleEn: `Serial ${key}`, titleFa: 'دوبار', year: 1999 },
      ...{ genres: ['drama'], seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2 }] }] },
    })
    await importRecords(connection, [serial('a'), serial('b')], { now: server.now() })
    from = (await send('title-show', { title: 'a' })).result.id
    into = (await send('title-show', { title: 'b' })).result.id
  })
  afterEach(() => server.close())

  const merge = () => send('title-merge', { from: String(from), into: String(into) })
  const episode = (title: number, number: number) => title * 100_000 + 1000 + number
  const lists = async () => {
    const fresh = createSyncedDevice(member)
    await fresh.pull()
    return fresh.shown()
  }
  const saved = async () => (await lists()).watchlist?.map(({ titleId }) => titleId)

  test('every kind of change of a merged title takes effect on the other title', async () => {
    const synced = createSyncedDevice(member)
    await synced.pull()
    await merge()

    const answers = [
      await device.save(from, true),
      await device.like(from, true),
      await device.watch(from, {
        ...{ episodeId: episode(from, 2), position: 60, duration: 600 },
        earlier: [{ episodeId: episode(from, 1), position: 30, duration: 600, age: 1000 }],
      }),
      await device.flag(from, [{ episodeId: episode(from, 1), watched: true }]),
      await device.hide(from, true),
      await device.comment({ titleId: from, body: 'عالی بود' }),
    ]

    expect(answers.map(({ status, json }) => [status, json.result, json.data.titleId])).toEqual(
      answers.map(() => [200, 'applied', into]),
    )
    await synced.pull()
    expect(synced.shown()).toEqual(await lists())
    expect(synced.shown()).toMatchObject({
      watchlist: [{ titleId: into }],
      likes: [{ titleId: into, liked: true }],
      history: [
        {
          ...{ titleId: into, episodeId: episode(into, 2), position: 60, hidden: true },
          episodes: [
            { episodeId: episode(into, 1), position: 30 },
            { episodeId: episode(into, 2), position: 60 },
          ],
          flags: [{ episodeId: episode(into, 1), watched: true }],
        },
      ],
    })
    expect((await server.createGuest().get(`/api/titles/${into}`)).json.data.likes).toBe(1)
    expect((await server.createGuest().get(`/api/titles/${into}/topcomments`)).json.data).toHaveLength(1)

    expect((await device.unwatch(from)).json).toMatchObject({
      result: 'applied',
      data: { titleId: into, deleted: true },
    })
  })

  test('a repeated change takes effect once, whether its first attempt was before or after the merge', async () => {
    const [before, after, comment] = [uuid(), uuid(), uuid()]
    await device.like(from, true, { key: before, seq: 1 })
    await merge()
    await device.save(from, true, { key: after, seq: 2 })
    await device.comment({ titleId: from, body: 'عالی بود' }, { key: comment, seq: 3 })
    await device.save(into, false, { seq: 4 })

    const repeated = [
      await device.like(from, true, { key: before, seq: 1 }),
      await device.save(from, true, { key: after, seq: 2 }),
      await device.comment({ titleId: from, body: 'عالی بود' }, { key: comment, seq: 3 }),
    ]

    expect(repeated.map(({ status, json }) => [status, json.result])).toEqual(repeated.map(() => [200, 'replayed']))
    expect(await saved()).toEqual([])
    expect((await server.createGuest().get(`/api/titles/${into}`)).json.data.likes).toBe(1)
    expect((await server.createGuest().get(`/api/titles/${into}/topcomments`)).json.data).toHaveLength(1)
  })

  test('the fences of both titles hold a change back', async () => {
    const other = createMutationClient(member)
    await device.save(from, true, { seq: 5 })
    server.pass(HOUR)
    await other.save(from, false)
    await other.like(into, false)
    await merge()

    const answers = [
      await device.save(from, true, { seq: 5 }),
      await device.save(from, true, { seq: 6, age: HOUR + 1 }),
      await device.like(from, true, { seq: 7, age: HOUR + 1 }),
    ]

    expect(answers.map(({ json }) => json.result)).toEqual(['stale', 'stale', 'stale'])
    expect(await saved()).toEqual([])
    expect((await device.save(from, true, { seq: 8 })).json).toMatchObject({
      result: 'applied',
      data: { titleId: into },
    })
    expect(await saved()).toEqual([into])
  })

  test.each(['in order', 'out of order', 'in a batch'])(
    'of changes of both titles %s, the later one counts',
    async (order) => {
      await merge()
      const save = (titleId: number, on: boolean, seq: number) => ({
        ...{ key: uuid(), seq, age: 0, method: 'POST', path: `/api/user/watchlist/${titleId}`, body: { saved: on } },
      })
      const rounds = [
        [save(from, false, 1), save(into, true, 2)],
        [save(into, true, 3), save(from, false, 4)],
        [save(into, false, 5), save(from, true, 6)],
      ]
      for (const [at, round] of rounds.entries()) {
        const sent = order === 'out of order' ? round.toReversed() : round
        if (order === 'in a batch') {
          const { json } = await device.batch(sent)
          expect(json.data.map(({ status }: { status: number }) => status)).toEqual([200, 200])
        } else
          for (const { path, body, key, seq } of sent) {
            await device.save(Number(path.split('/').at(-1)), body.saved, { key, seq })
          }
        expect(await saved()).toEqual([[into], [], [into]][at])
      }
    },
  )

  test('a batch applies changes of merged, other and removed titles', async () => {
    await importRecords(
      connection,
      [{ kind: 'title', key: 'c', type: 'movie', titleEn: 'C', titleFa: 'ج', year: 1999, genres: ['drama'] }],
      {
        now: server.now(),
      },
    )
    const removed = (await send('title-show', { title: 'c' })).result.id
    await merge()
    await send('title-remove', { title: String(removed) })
    const like = (titleId: number, at: number) => ({
      ...{ key: uuid(), seq: at + 1, age: 0, method: 'POST', path: `/api/user/like/${titleId}`, body: { liked: true } },
    })
    const mutations = [from, 68646, removed].map(like)

    const { json } = await device.batch(mutations)

    expect(
      json.data.map(({ status, body }: { status: number; body: { data?: object } }) => [status, body.data]),
    ).toEqual([
      [200, expect.objectContaining({ titleId: into, liked: true })],
      [200, expect.objectContaining({ titleId: 68646, liked: true })],
      [404, undefined],
    ])
    const { json: again } = await device.batch(mutations)
    expect(again.data.map(({ body }: { body: { result?: string } }) => body.result)).toEqual([
      'replayed',
      'replayed',
      undefined,
    ])
  })

  test('a removal from the history holds back earlier positions of the merged title', async () => {
    const other = createMutationClient(member)
    await other.watch(from, { episodeId: episode(from, 1), position: 60, duration: 600 })
    server.pass(HOUR)
    await other.unwatch(from)
    await merge()

    const late = await device.watch(
      from,
      { episodeId: episode(from, 1), position: 90, duration: 600 },
      { age: HOUR / 2 },
    )
    expect(late.json).toMatchObject({ result: 'stale', data: { titleId: into, deleted: true } })

    server.pass(1000)
    await device.watch(from, { episodeId: episode(from, 1), position: 95, duration: 600 })
    expect((await lists()).history).toMatchObject([{ titleId: into, position: 95 }])
  })

  test('a title that was merged twice leads to the last one, and a hidden or removed one to none', async () => {
    const [first, guest] = [from, server.createGuest()]
    await merge()
    await importRecords(
      connection,
      [{ kind: 'title', key: 'd', type: 'series', titleEn: 'Last', titleFa: 'آخر', year: 1999, genres: ['drama'] }],
      { now: server.now() },
    )
    from = into
    into = (await send('title-show', { title: 'd' })).result.id
    await merge()

    expect((await device.save(first, true)).json.data.titleId).toBe(into)
    for (const path of [`/api/titles/${first}`, `/api/titles/${first}/topcomments`, `/api/titles/${first}/files`]) {
      const { status, json } = await guest.get(path)
      expect([path, status, json.existing]).toEqual([path, 404, { path: `/titles/${into}/last` }])
    }
    const { json } = await guest.get(`/api/watch/t${first}/${first}`)
    expect(json).toMatchObject({ code: 'not_found', existing: { path: `/titles/${into}/last` } })

    await server.database.execute(sql`update titles set is_hidden = true where id = ${into}`)
    expect((await guest.get(`/api/titles/${first}`)).json.existing).toBeUndefined()
    await server.database.execute(sql`update titles set is_hidden = false where id = ${into}`)
    await send('title-remove', { title: String(into) })
    expect((await device.save(first, true)).status).toBe(404)
  })

  describe('imported lists', () => {
    const film = (imdb: string) => ({
      ...{
        kind: 'title',
        imdb,
        type: 'movie',
        titleEn: `Film ${imdb}`,
        titleFa: 'دوبار',
        year: 1999,
        genres: ['drama'],
      },
    })
    const [OLD, CURRENT] = ['tt9900001', 'tt9900002']
    const rows = [
      { imdb: OLD, name: 'whatever', year: 1900 },
      { imdb: CURRENT, name: '' },
      { imdb: OLD, name: '' },
    ]
    const ids = (items: { titleId: number }[]) => items.map(({ titleId }) => titleId)
    beforeEach(async () => {
      await importRecords(connection, [film(OLD), film(CURRENT)], { now: server.now() })
      from = (await send('title-show', { title: OLD })).result.id
      into = (await send('title-show', { title: CURRENT })).result.id
    })

    test('a row with the IMDb id of a merged title goes to the title that it is part of, once', async () => {
      await merge()
      const { data } = (await device.import(rows)).json
      expect([ids(data.saved), data.missing]).toEqual([[into], []])
      const { data: history } = (await member.post('/api/user/import/history', { rows })).json
      expect([ids(history.watched), history.missing]).toEqual([[into], []])
      expect(await lists()).toMatchObject({ watchlist: [{ titleId: into }], history: [{ titleId: into }] })
      await send('title-set', { title: CURRENT, isHidden: true })
      expect((await device.import(rows)).json.data).toEqual({ saved: [], missing: [0, 1, 2] })
    })

    test('a search for its IMDb id finds the title that it is part of', async () => {
      await merge()
      for (const imdb of [OLD, CURRENT])
        expect((await member.get(`/api/titles/search?q=${imdb}`)).json.data).toMatchObject([
          { id: into, imdb: CURRENT },
        ])
      await send('title-set', { title: CURRENT, isHidden: true })
      expect((await member.get(`/api/titles/search?q=${OLD}`)).json.data).toEqual([])
    })

    test('a later change of either title holds such a row back', async () => {
      const phone = createMutationClient(member)
      await phone.save(from, true, { age: 4 * HOUR })
      await phone.save(from, false, { age: HOUR })
      await merge()
      expect((await device.import(rows, { age: 2 * HOUR })).json.data).toEqual({ saved: [], missing: [] })
      expect(ids((await device.import(rows)).json.data.saved)).toEqual([into])
      expect((await phone.save(into, false, { age: HOUR })).json.result).toBe('stale')
    })
  })
})

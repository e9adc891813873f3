import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { removeRequest, replyToRequest } from '#server/areas/requestReplies.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { device, member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const HOUR = 3_600_000
const DAY = 86_400_000

describe.each(databaseKinds)('title requests on %s', (database) => {
  setUpMember(database)

  const frame = () => ({ database: server.database, clock: server.now })
  const list = async () => (await member.get('/api/user/requests?per_page=100')).json.data
  const since = async (cursor = '') => (await member.get(`/api/user/requests?since=${cursor}`)).json
  const film = { name: 'جدایی', type: 'movie', year: 2011 }

  test('are stored with the time of the mutation and listed newest first', async () => {
    const note = 'با دوبلهٔ\nقدیمی'
    const first = await device.request({ ...film, imdb: 'https://www.imdb.com/title/tt1832382/', note }, { age: HOUR })
    expect(first.json).toMatchObject({
      result: 'applied',
      data: { ...film, imdb: 'tt1832382', note, status: 'waiting', reply: null, titleId: null, version: 1 },
    })
    expect(Math.abs(server.now().getTime() - HOUR - Date.parse(first.json.data.createdAt))).toBeLessThan(10_000)
    const second = await device.request({ name: 'دیگری', type: 'series' })
    expect(second.json.data).toMatchObject({ year: null, imdb: null, note: null, version: 2 })
    expect(await list()).toEqual([second.json.data, first.json.data])
    expect((await since()).data).toEqual([first.json.data, second.json.data])
    const otherMember = await server.createUser()
    expect((await otherMember.get('/api/user/requests')).json.data).toEqual([])
  })

  describe('duplicates', () => {
    const expectConflict = async (body: object, existing: unknown) => {
      const answer = await device.request(body, { key: uuid() })
      expect(answer.status).toBe(409)
      expect(answer.json).toMatchObject({
        code: 'conflict',
        existing,
        message: expect.stringContaining('درخواست کرده‌اید'),
      })
    }

    test('are rejected with the existing request: by IMDb id, or by name, type and year in any spelling', async () => {
      const { data } = (await device.request({ ...film, imdb: 'tt1832382' })).json
      await expectConflict({ name: 'A Separation', type: 'series', imdb: 'tt1832382' }, data)
      await expectConflict({ ...film, imdb: 'tt1832382', note: 'باز هم' }, data)
      const other = (await device.request({ name: 'كتابِ قانون', type: 'movie' })).json.data
      await expectConflict({ name: ' کتاب  قانون ', type: 'movie' }, other)
      await expectConflict({ name: 'کتاب‌قانون!', type: 'movie' }, other)
      await expectConflict({ name: 'کتاب قانون', type: 'movie', imdb: 'tt7777777' }, other)
      expect(await list()).toHaveLength(2)
    })

    test('are allowed for another type, year, IMDb id or member', async () => {
      await device.request({ ...film, imdb: 'tt1832382' })
      for (const body of [
        { name: 'همین', type: 'series', imdb: 'tt1832383' },
        { ...film, imdb: 'tt1111111' },
        { ...film, year: 2012 },
        { ...film, type: 'series' },
        { ...film, year: undefined },
      ]) {
        expect((await device.request(body)).status).toBe(200)
      }
      expect(
        (await createMutationClient(await server.createUser()).request({ ...film, imdb: 'tt1832382' })).status,
      ).toBe(200)
    })

    test('created at once under different keys end as one request', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => device.request(film)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ json }) => json.code === 'conflict')).toHaveLength(9)
      expect(await list()).toHaveLength(1)
    })
  })

  test('are created once per key, also after the keys have expired', async () => {
    const key = uuid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => device.request(film, { key, seq: 1 })))
    for (const { status, json } of answers) expect(status === 200 || json.code === 'in_progress').toBe(true)
    const { data } = (await device.request(film, { key, seq: 1 })).json
    server.pass(100 * DAY)
    await runHousekeeping(frame())
    expect((await device.request(film, { key, seq: 1 })).json).toEqual({ data, result: 'replayed' })
    server.pass(100 * DAY)
    await runHousekeeping(frame())
    const reused = await device.request({ ...film, year: 2000 }, { key })
    expect(reused.json.code).toBe('key_reused')
    await removeRequest(frame(), data.id)
    server.pass(100 * DAY)
    await runHousekeeping(frame())
    expect((await device.request(film, { key, seq: 1 })).json.result).toBe('replayed')
    expect(await list()).toEqual([])
  })

  describe('answers of the operator', () => {
    test('appear as a change and as one notification per status', async () => {
      const [titleId = 0] = await server.titleIds(1)
      const { id } = (await device.request(film)).json.data
      const start = await since()
      expect(await replyToRequest(frame(), id, { status: 'accepted', reply: 'به‌زودی' })).toBe(true)
      expect(await replyToRequest(frame(), id, { status: 'accepted', reply: 'تا هفتهٔ بعد' })).toBe(true)
      expect(await replyToRequest(frame(), id, { status: 'added', titleId })).toBe(true)
      expect((await since(start.meta.cursor)).data).toMatchObject([
        { id, status: 'added', reply: 'تا هفتهٔ بعد', titleId, name: film.name },
      ])
      const notifications = (await member.get('/api/user/notifications')).json.data
      expect(notifications).toMatchObject([
        {
          kind: 'request',
          title: expect.stringContaining(film.name),
          path: expect.stringContaining(`/titles/${titleId}/`),
        },
        { kind: 'request', body: 'به‌زودی', path: '/user/new-request' },
      ])
    })

    test('are rejected for an unknown request', async () => {
      expect(await replyToRequest(frame(), 7_000_000, { status: 'rejected' })).toBe(false)
      expect(await removeRequest(frame(), 7_000_000)).toBe(false)
    })
  })

  test('become tombstones when removed, and can be requested again', async () => {
    const { id } = (await device.request(film)).json.data
    const start = await since()
    expect(await removeRequest(frame(), id)).toBe(true)
    expect(await removeRequest(frame(), id)).toBe(false)
    expect(await replyToRequest(frame(), id, { status: 'added' })).toBe(false)
    expect((await since(start.meta.cursor)).data).toEqual([{ id, deleted: true, version: 2 }])
    expect((await device.request(film)).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  describe('invalid input', () => {
    test.each(Object.entries(HOSTILE_TEXTS))(
      'stores a text of %s unchanged or rejects it at its field',
      async (_, text) => {
        for (const field of ['name', 'note', 'imdb', 'type']) {
          const { status, json } = await device.request({ ...film, year: null, [field]: text })
          expect([200, 409, 422]).toContain(status)
          if (status === 422) expect(json.errors[field].join()).toMatch(/[آ-ی]/)
          if (status === 200) {
            expect(json.data.name).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u)
            expect(json.data.note ?? '').not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u)
          }
        }
      },
    )

    test.each(Object.entries(HOSTILE_VALUES))('rejects or ignores %s in a field', async (_, value) => {
      for (const field of ['name', 'type', 'year', 'imdb', 'note']) {
        const { status, json } = await device.request({ ...film, [field]: value })
        expect([200, 409, 422]).toContain(status)
        if (status === 422) expect(json.errors[field].join()).toMatch(/[آ-ی]/)
      }
    })

    test.each([
      [{ ...film, name: 'x' }, 'name'],
      [{ ...film, name: '!؟' }, 'name'],
      [{ ...film, name: '\u202e\u202d\u200c' }, 'name'],
      [{ ...film, name: 'ن'.repeat(201) }, 'name'],
      [{ ...film, year: 1500 }, 'year'],
      [{ ...film, year: 2011.5 }, 'year'],
      [{ ...film, imdb: 'imdb.com/title/nm0000001' }, 'imdb'],
      [{ ...film, note: 'ن'.repeat(1001) }, 'note'],
      [{ name: 'فیلم' }, 'type'],
    ])('$#: is rejected at its field', async (body, field) => {
      const { status, json } = await device.request(body)
      expect(status).toBe(422)
      expect(json.errors[field].join()).toMatch(/[آ-ی]/)
      const { rows } = await server.database.execute<{ count: number }>(
        sql`select count(*)::integer as count from requests`,
      )
      expect(rows[0]?.count).toBe(0)
    })
  })
})

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { COMMENT_MAX } from '#contract/comments.ts'
import { addComments } from '#demo/catalogue/addComments.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import {
  device,
  member,
  otherTitle,
  server,
  setUpMember,
  title as titleId,
} from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

describe.each(databaseKinds)('comments on %s', (database) => {
  setUpMember(database, { name: 'نویسنده' })
  beforeEach(async () => {
    await server.database.execute(sql`truncate comments restart identity cascade`)
  })

  const top = async (page = 1) =>
    (await server.createGuest().get(`/api/titles/${titleId}/topcomments?page=${page}`)).json
  const bodies = async () => (await top()).data.map((comment: { body: string }) => comment.body)
  const count = async () => {
    const { rows } = await server.database.execute<{ count: number }>(
      sql`select count(*)::integer as count from comments where user_id is not null`,
    )
    return rows[0]?.count
  }

  test("returns a comment to everyone with its author's name and the time of writing", async () => {
    const { json } = await device.comment({ titleId, body: '  عالی بود!  ', spoiler: true }, { age: HOUR })
    expect(json).toMatchObject({
      result: 'applied',
      data: { titleId, author: 'نویسنده', body: 'عالی بود!', spoiler: true, replyTo: null, version: 1 },
    })
    const { version: _, ...shown } = json.data
    expect((await top()).data).toEqual([{ ...shown, likes: 0, replies: [] }])
    expect(Math.abs(server.now().getTime() - HOUR - Date.parse(shown.createdAt))).toBeLessThan(10_000)
  })

  test('lists comments in pages, newest first', async () => {
    for (let index = 0; index < 30; index++) {
      await device.comment({ titleId, body: `نظر ${index}` }, { age: (30 - index) * MINUTE })
      if (index === 15) server.pass(2 * MINUTE)
    }
    await device.comment({ titleId: otherTitle, body: 'جای دیگر' })
    const [first, second] = [await top(), await top(2)]
    expect(first.meta).toEqual({ currentPage: 1, lastPage: 2, perPage: 24, total: 30, from: 1, to: 24 })
    expect(first.data[0].body).toBe('نظر 29')
    expect([...first.data, ...second.data].map(({ body }) => body)).toEqual(
      Array.from({ length: 30 }, (_, index) => `نظر ${29 - index}`),
    )
  })

  describe('replies', () => {
    test('lists replies below their comment, oldest first, and notifies its author once each', async () => {
      const { id } = (await device.comment({ titleId, body: 'یک نظر' })).json.data
      const friend = await server.createUser({ name: 'دوست' })
      const key = uuid()
      for (const body of ['پاسخ نخست', 'پاسخ دوم'])
        await createMutationClient(friend).comment({ titleId, body, replyTo: id }, { key })
      await createMutationClient(friend).comment({ titleId, body: 'پاسخ دوم', replyTo: id })
      await device.comment({ titleId, body: 'پاسخ خودم', replyTo: id })
      const { data, meta } = await top()
      expect(meta.total).toBe(1)
      expect(data[0].replies.map(({ body, replyTo }: { body: string; replyTo: number }) => [body, replyTo])).toEqual([
        ['پاسخ نخست', id],
        ['پاسخ دوم', id],
        ['پاسخ خودم', id],
      ])
      const notifications = (await member.get('/api/user/notifications')).json.data
      expect(notifications.map(({ kind, body }: { kind: string; body: string }) => [kind, body])).toEqual([
        ['reply', 'پاسخ دوم'],
        ['reply', 'پاسخ نخست'],
      ])
      expect(notifications[0]).toMatchObject({
        title: expect.stringContaining('دوست'),
        path: expect.stringContaining(`/titles/${titleId}/`),
      })
    })

    test('omits the text of a spoiler from the notification', async () => {
      const { id } = (await device.comment({ titleId, body: 'یک نظر' })).json.data
      await createMutationClient(await server.createUser()).comment({
        titleId,
        body: 'قاتل باغبان است',
        replyTo: id,
        spoiler: true,
      })
      expect((await member.get('/api/user/notifications')).json.data[0].body).toBe('')
    })

    test("rejects a reply to a reply, to another title's comment or to an unknown comment", async () => {
      const { id } = (await device.comment({ titleId, body: 'یک نظر' })).json.data
      const reply = (await device.comment({ titleId, body: 'یک پاسخ', replyTo: id })).json.data
      for (const [at, replyTo] of [
        [titleId, reply.id],
        [otherTitle, id],
        [titleId, 2 ** 40],
      ]) {
        const answer = await device.comment({ titleId: at, body: 'پاسخ', replyTo })
        expect(answer.status).toBe(422)
        expect(answer.json.errors.replyTo.join()).toMatch(/[آ-ی]/)
      }
      expect(await count()).toBe(2)
    })

    test('accepts simultaneous replies of two members to each other', async () => {
      const friend = await server.createUser()
      const one = (await device.comment({ titleId, body: 'نظر من' })).json.data.id
      const two = (await createMutationClient(friend).comment({ titleId, body: 'نظر او' })).json.data.id
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => [
          device.comment({ titleId, body: 'پاسخ من', replyTo: two }),
          createMutationClient(friend).comment({ titleId, body: 'پاسخ او', replyTo: one }),
        ]).flat(),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    })
  })

  describe('idempotency', () => {
    test('creates one comment for fifty simultaneous requests with one key', async () => {
      const key = uuid()
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => device.comment({ titleId, body: 'فقط یک بار' }, { key, seq: 1 })),
      )
      const results = answers.map(({ status, json }) => (status === 200 ? json.result : json.code))
      expect(results.filter((result) => result === 'applied')).toHaveLength(1)
      for (const result of results) expect(['applied', 'replayed', 'in_progress']).toContain(result)
      expect(await count()).toBe(1)
    })

    test('creates no second comment after the stored answers have expired', async () => {
      const key = uuid()
      const first = await device.comment({ titleId, body: 'فقط یک بار' }, { key, seq: 1 })
      server.pass(200 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      const again = await device.comment({ titleId, body: 'فقط یک بار' }, { key, seq: 1 })
      expect(again.json).toEqual({ ...first.json, result: 'replayed' })
      server.pass(200 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      const different = await device.comment({ titleId, body: 'چیز دیگر' }, { key })
      expect(different.status).toBe(422)
      expect(different.json.code).toBe('key_reused')
      expect(await count()).toBe(1)
    })

    test('creates one comment per key for any order, repetition and loss of requests', async () => {
      const keys = Array.from({ length: 4 }, () => uuid())
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ which: fc.nat(3), together: fc.boolean(), later: fc.boolean() }), {
            minLength: 1,
            maxLength: 8,
          }),
          async (sendings) => {
            server.pass(HOUR)
            const one = await server.createUser()
            const client = createMutationClient(one)
            const send = (which: number) =>
              client.comment({ titleId, body: `نظر شمارهٔ ${which}` }, { key: keys[which], seq: which + 1 })
            for (const { which, together, later } of sendings) {
              if (later) {
                server.pass(31 * DAY)
                await runHousekeeping({ database: server.database, clock: server.now })
              }
              await (together ? Promise.all([send(which), send(which)]) : send(which))
            }
            const { rows } = await server.database.execute<{ key: string; count: number }>(
              sql`select key, count(*)::integer as count from comments where user_id = ${one.id} group by key`,
            )
            expect(rows.map(({ key }) => key).toSorted()).toEqual(
              [...new Set(sendings.map(({ which }) => keys[which]))].toSorted(),
            )
            expect(rows.every((row) => row.count === 1)).toBe(true)
          },
        ),
        { numRuns: 15 },
      )
    }, 180_000)

    test('scopes keys to the member, and creates a comment per request without a key', async () => {
      const key = uuid()
      await device.comment({ titleId, body: 'یکی' }, { key })
      await createMutationClient(await server.createUser()).comment({ titleId, body: 'یکی' }, { key })
      for (let time = 0; time < 2; time++) await member.post('/api/user/comment', { titleId, body: 'یکی' })
      expect(await count()).toBe(4)
    })
  })

  test('limits comments per member, returns the wait, and counts a repeated comment once', async () => {
    const key = uuid()
    for (let time = 0; time < 25; time++) await device.comment({ titleId, body: 'همان' }, { key })
    for (let index = 1; index < 20; index++) {
      expect((await device.comment({ titleId, body: `نظر ${index}` })).status).toBe(200)
    }
    const excess = await device.comment({ titleId, body: 'یکی بیشتر' }, { key: uuid() })
    expect(excess.status).toBe(429)
    expect(excess.json.message).toMatch(/[آ-ی]/)
    const wait = Number(excess.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await device.comment({ titleId, body: 'همان' }, { key })).json.result).toBe('replayed')
    expect((await createMutationClient(await server.createUser()).comment({ titleId, body: 'کس دیگر' })).status).toBe(
      200,
    )
    server.pass(wait * 1000)
    expect((await device.comment({ titleId, body: 'یکی بیشتر' })).status).toBe(200)
    expect(await count()).toBe(22)
  })

  describe('texts', () => {
    test.each(Object.entries(HOSTILE_TEXTS))(
      'stores a text of %s unchanged or rejects it at its field',
      async (_, body) => {
        const answer = await device.comment({ titleId, body })
        if (answer.status === 422) {
          expect(answer.json.errors.body.join()).toMatch(/[آ-ی]/)
          expect(await bodies()).toEqual([])
        } else {
          expect(answer.status).toBe(200)
          expect(answer.json.data.body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u)
          expect(await bodies()).toEqual([answer.json.data.body])
        }
      },
    )

    test('keeps line breaks, zero-width non-joiners, emoji and code', async () => {
      const body = 'می‌خواهم دوباره ببینم\n\n<b>عالی</b> 👩‍👩‍👧‍👦🏳️‍🌈 1 < 2 && "x"'
      expect((await device.comment({ titleId, body })).json.data.body).toBe(body)
    })

    test('removes bidirectional controls and invisible characters', async () => {
      const { json } = await device.comment({
        titleId,
        body: '\u202eباز\u2066گونه\u2069\u0007\r\n\r\n\r\n\r\nپایان\u200b',
      })
      expect(json.data.body).toBe('بازگونه\n\nپایان')
    })

    test.each([
      '\u200c\u200c\u200c',
      'a\u202e\u202d',
      '\u2063\u2063\u2063',
      '\u202e\u202d\u202c',
      'ab',
      '',
      '\u0301\u0301\u0301\u0301',
    ])('rejects the empty text %j', async (body) => {
      const answer = await device.comment({ titleId, body })
      expect(answer.status).toBe(422)
      expect(answer.json.errors.body.join()).toMatch(/[آ-ی]/)
    })

    test('measures length in user-perceived characters', async () => {
      expect((await device.comment({ titleId, body: '💣'.repeat(COMMENT_MAX) })).status).toBe(200)
      expect((await device.comment({ titleId, body: '💣'.repeat(COMMENT_MAX + 1) })).json.errors.body.join()).toMatch(
        /۲۰۰۰/,
      )
    })

    test.each(Object.entries(HOSTILE_VALUES))('rejects or ignores %s in other fields', async (_, value) => {
      for (const field of ['body', 'titleId', 'spoiler', 'replyTo']) {
        const answer = await device.comment({ titleId, body: 'یک نظر', [field]: value })
        expect([200, 404, 422]).toContain(answer.status)
        if (answer.status !== 200) expect(answer.json.message).toMatch(/[آ-ی]/)
      }
    })
  })

  test('answers 404 for an unknown title', async () => {
    for (const id of [2_147_483_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect((await device.comment({ titleId: id, body: 'یک نظر' })).status).toBe(404)
      expect((await member.get(`/api/titles/${id}/topcomments`)).status).toBe(404)
    }
  })

  test('lists the comments of the catalogue with their authors and replies', async () => {
    const at = (hours: number) => new Date(server.now().getTime() - hours * HOUR)
    const replies = [
      { author: 'پاسخ‌دهنده', body: 'درست است', createdAt: at(4) },
      { author: 'دیگری', body: 'نه', createdAt: at(3), spoiler: true },
    ]
    await addComments(server.database, [{ titleId, author: 'بیننده', body: 'دیدنی', createdAt: at(5), replies }])
    const { data } = await top()
    expect(data).toMatchObject([{ author: 'بیننده', body: 'دیدنی', spoiler: false }])
    expect(data[0].replies).toMatchObject([{ author: 'پاسخ‌دهنده' }, { author: 'دیگری', spoiler: true }])
    expect((await device.comment({ titleId, body: 'موافقم', replyTo: data[0].id })).status).toBe(200)
    expect((await top()).data[0].replies).toHaveLength(3)
  })

  test('requires sign-in', async () => {
    expect((await server.createGuest().post('/api/user/comment', { titleId, body: 'یک نظر' })).status).toBe(401)
    expect(await count()).toBe(0)
  })
})

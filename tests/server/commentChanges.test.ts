import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CommentPage } from '#contract/comments.ts'
import { HOSTILE_TEXTS } from '#tests/harness/fixtures/hostileInputs.ts'
import { device, member, phone, server, setUpMember, title as titleId } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { type Caller, databaseKinds, type Member } from '#tests/harness/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(databaseKinds)('changes of comments on %s', (database) => {
  setUpMember(database, { name: 'نویسنده' })
  let friend: Member
  let friendsDevice: ReturnType<typeof createMutationClient>
  beforeEach(async () => {
    await server.database.execute(sql`truncate comments restart identity cascade`)
    friend = await server.createUser({ name: 'دوست' })
    friendsDevice = createMutationClient(friend)
  })

  const page = async (caller: Caller = server.createGuest()): Promise<CommentPage> =>
    (await caller.get(`/api/titles/${titleId}/topcomments`)).json
  const write = async (body = 'یک نظر', replyTo: number | null = null, writer = device): Promise<number> =>
    (await writer.comment({ titleId, body, replyTo })).json.data.id

  describe('edits', () => {
    test('replaces the text for everyone and reports when it was edited', async () => {
      const id = await write()
      const { json } = await device.changeComment(id, { body: '  متن تازه ', spoiler: true }, { age: HOUR })
      expect(json).toMatchObject({ result: 'applied', data: { id, body: 'متن تازه', spoiler: true, deleted: false } })
      const [shown] = (await page()).data
      expect(shown).toMatchObject({ id, body: 'متن تازه', spoiler: true, author: 'نویسنده' })
      expect(Math.abs(server.now().getTime() - HOUR - Date.parse(shown?.editedAt ?? ''))).toBeLessThan(10_000)
    })

    test('keeps the later of two edits of one device and of two devices', async () => {
      const id = await write()
      await device.changeComment(id, { body: 'دومی' }, { seq: 9 })
      expect((await device.changeComment(id, { body: 'اولی' }, { seq: 8 })).json.result).toBe('stale')
      const late = await phone.changeComment(id, { body: 'دیروز نوشته شد' }, { age: DAY })
      expect(late.json).toMatchObject({ result: 'stale', data: { body: 'دومی' } })
    })

    test('applies an edit once for any number of requests with one key', async () => {
      const id = await write()
      const key = uuid()
      const first = await device.changeComment(id, { body: 'متن تازه' }, { key, seq: 5 })
      await device.changeComment(id, { body: 'تازه‌تر' }, { seq: 6 })
      const again = await device.changeComment(id, { body: 'متن تازه' }, { key, seq: 5 })
      expect(again.json).toEqual({ ...first.json, result: 'replayed' })
      expect((await page()).data[0]?.body).toBe('تازه‌تر')
    })

    test('shows no edit after a change to the same text', async () => {
      const id = await write()
      await device.changeComment(id, { body: 'یک نظر' })
      expect((await page()).data[0]?.editedAt).toBeNull()
    })

    test.each(Object.entries(HOSTILE_TEXTS))(
      'stores a text of %s like a new comment or rejects it',
      async (_, body) => {
        const id = await write()
        const answer = await device.changeComment(id, { body })
        if (answer.status === 422) expect(answer.json.errors.body.join()).toMatch(/[آ-ی]/)
        else expect(answer.json.data.body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u)
      },
    )

    test('answers 404 to another user and to guests 401, and changes nothing', async () => {
      const id = await write()
      for (const change of [{ body: 'نظر دیگری' }, { deleted: true }])
        expect((await friendsDevice.changeComment(id, change)).status).toBe(404)
      expect((await server.createGuest().post(`/api/user/comment/${id}`, { deleted: true })).status).toBe(401)
      expect((await page()).data).toMatchObject([{ body: 'یک نظر', deleted: false }])
    })
  })

  describe('deletions', () => {
    test('hides a deleted comment from everyone, and shows it again when restored', async () => {
      const id = await write()
      const { json } = await device.changeComment(id, { deleted: true })
      expect(json.data).toMatchObject({ id, deleted: true, body: 'یک نظر' })
      for (const caller of [server.createGuest(), member, friend]) {
        const { data, meta } = await page(caller)
        expect([data, meta.total]).toEqual([[], 0])
      }
      await device.changeComment(id, { body: 'یک نظر' })
      expect((await page()).data).toMatchObject([{ id, body: 'یک نظر', editedAt: null, deleted: false }])
    })

    test('keeps the place of a deleted comment with replies, without author and text', async () => {
      const id = await write()
      const reply = await write('یک پاسخ', id, friendsDevice)
      await device.changeComment(id, { deleted: true })
      expect((await page()).data).toMatchObject([
        { id, deleted: true, author: '', body: '', replies: [{ id: reply, body: 'یک پاسخ' }] },
      ])
      expect((await friendsDevice.comment({ titleId, body: 'یکی دیگر', replyTo: id })).status).toBe(422)
      await friendsDevice.changeComment(reply, { deleted: true })
      expect((await page()).data).toEqual([])
    })

    test('creates no second comment when the request of a deleted one is repeated', async () => {
      const key = uuid()
      const { id } = (await device.comment({ titleId, body: 'فقط یک بار' }, { key, seq: 1 })).json.data
      await device.changeComment(id, { deleted: true })
      server.pass(40 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      const again = await device.comment({ titleId, body: 'فقط یک بار' }, { key, seq: 1 })
      expect(again.json).toMatchObject({ result: 'replayed', data: { id, deleted: true } })
      expect((await page()).data).toEqual([])
    })

    test('erases the text of a deleted comment after 30 days', async () => {
      const [gone, kept] = [await write('پاک می‌شود'), await write('می‌ماند')]
      await device.changeComment(gone, { deleted: true })
      const texts = async () => {
        await runHousekeeping({ database: server.database, clock: server.now })
        const { rows } = await server.database.execute<{ body: string }>(sql`select body from comments order by id`)
        return rows.map(({ body }) => body)
      }
      server.pass(29 * DAY)
      expect(await texts()).toEqual(['پاک می‌شود', 'می‌ماند'])
      server.pass(2 * DAY)
      expect(await texts()).toEqual(['', 'می‌ماند'])
      expect((await page()).data).toMatchObject([{ id: kept }])
    })
  })

  describe('likes', () => {
    test('counts the likes of different users and tells each user their own', async () => {
      const id = await write()
      const third = createMutationClient(await server.createUser())
      expect((await friendsDevice.likeComment(id, true)).json).toMatchObject({
        result: 'applied',
        data: { id, titleId, liked: true, likes: 1 },
      })
      await third.likeComment(id, true)
      expect((await page()).data[0]?.likes).toBe(2)
      expect((await page(friend)).viewer).toMatchObject({ own: [], liked: [id], reported: [] })
      expect((await page(member)).viewer).toMatchObject({ own: [id], liked: [], reported: [] })
      expect((await page()).viewer).toBeNull()
      await third.likeComment(id, false)
      expect((await page()).data[0]?.likes).toBe(1)
    })

    test('counts a repeated like once and keeps the later of two', async () => {
      const id = await write()
      for (let time = 0; time < 3; time++) await friendsDevice.likeComment(id, true, { seq: 5 })
      expect((await friendsDevice.likeComment(id, false, { seq: 4 })).json).toMatchObject({
        result: 'stale',
        data: { liked: true, likes: 1 },
      })
    })

    test('reports a version that rises with every change of the user', async () => {
      const id = await write()
      const versions = [
        (await friendsDevice.likeComment(id, true)).json.data.version,
        (await friendsDevice.reportComment(id, 'spam')).json.data.version,
        (await page(friend)).viewer?.version,
        (await friendsDevice.likeComment(id, false)).json.data.version,
      ]
      expect(versions).toEqual([1, 2, 2, 3])
    })
  })

  describe('reports', () => {
    test('stores one report per user and comment, with the last reason', async () => {
      const id = await write()
      await friendsDevice.reportComment(id, 'spoiler')
      const { json } = await friendsDevice.reportComment(id, 'abuse')
      expect(json).toMatchObject({ result: 'applied', data: { id, titleId, reason: 'abuse' } })
      const { rows } = await server.database.execute(sql`select user_id, comment_id, reason from comment_reports`)
      expect(rows.map(({ reason }) => reason)).toEqual(['abuse'])
      expect((await page(friend)).viewer?.reported).toEqual([{ id, reason: 'abuse' }])
      expect((await page(member)).viewer?.reported).toEqual([])
    })

    test('refuses unknown reasons', async () => {
      const answer = await friendsDevice.reportComment(await write(), 'boring')
      expect(answer.status).toBe(422)
      expect(answer.json.errors.reason.join()).toMatch(/[آ-ی]/)
    })
  })

  test('refuses likes and reports of own comments and of unknown ones', async () => {
    const id = await write()
    expect((await device.likeComment(id, true)).status).toBe(403)
    expect((await device.reportComment(id, 'spam')).status).toBe(403)
    for (const unknown of [id + 1, 2 ** 40]) {
      expect((await device.likeComment(unknown, true)).status).toBe(404)
      expect((await device.reportComment(unknown, 'spam')).status).toBe(404)
    }
  })

  test('applies changes of different comments in one batch', async () => {
    const [edited, deleted] = [await write('اول'), await write('دوم')]
    const others = await write('نظر دوست', null, friendsDevice)
    const entry = (seq: number, path: string, body: object) => ({
      ...{ key: uuid(), seq, age: 0, method: 'POST', path: `/api/user/comment/${path}`, body },
    })
    const { json } = await device.batch([
      entry(10, `${edited}`, { body: 'تازه' }),
      entry(11, `${deleted}`, { deleted: true }),
      entry(12, `${others}/like`, { liked: true }),
      entry(13, `${others}/report`, { reason: 'other' }),
      entry(14, `${edited}/like`, { liked: true }),
    ])
    expect(json.data.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 200, 403])
    expect((await page(member)).data).toMatchObject([
      { id: others, likes: 1 },
      { id: edited, body: 'تازه' },
    ])
  })
})

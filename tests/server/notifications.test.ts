import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { type NotificationContent, notify } from '#server/notifications/notify.ts'
import { HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { device, member, phone, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 86_400_000

interface Shown {
  id: string
  title: string
  createdAt: string
  readAt: string | null
  version: number
}

describe.each(databaseKinds)('notifications on %s', (database) => {
  setUpMember(database)

  const frame = () => ({ database: server.database, clock: server.now })
  const addNotification = (title: string, more: Partial<NotificationContent> = {}) =>
    notify(frame(), member.id, { kind: 'other', title, ...more })
  const list = async (): Promise<Shown[]> => (await member.get('/api/user/notifications?per_page=100')).json.data
  const since = async (cursor = '', limit = 500) =>
    (await member.get(`/api/user/notifications?since=${cursor}&limit=${limit}`)).json
  const isNew = async () => (await member.get('/api/user')).json.data.newNotifications as boolean
  const unread = async () => (await list()).filter(({ readAt }) => readAt === null).map(({ title }) => title)
  const tellThree = async () => {
    for (const title of ['یک', 'دو', 'سه']) {
      await addNotification(title)
      server.pass(10 * SECOND)
    }
  }

  test('are listed newest first, with an unread flag until all are read', async () => {
    expect(await isNew()).toBe(false)
    await tellThree()
    const all = await list()
    expect(all.map(({ title }) => title)).toEqual(['سه', 'دو', 'یک'])
    expect(await isNew()).toBe(true)
    const some = await device.read({ read: all.slice(0, 2).map(({ id }) => id) })
    expect(some.json).toMatchObject({ result: 'applied', data: { newNotifications: true, version: 4 } })
    expect(await unread()).toEqual(['یک'])
    expect((await device.read({ read: 'all' })).json.data.newNotifications).toBe(false)
    expect(await isNew()).toBe(false)
  })

  test('are counted in the sign-in answer', async () => {
    await addNotification('یک')
    const { json } = await server
      .createGuest()
      .post('/api/sanc/login', { email: member.email, password: 'correct horse 1401' })
    expect(json.data.user.newNotifications).toBe(true)
  })

  test('are created once per occasion and member under concurrency', async () => {
    const occasion = 'released:7'
    const results = await Promise.all(
      Array.from({ length: 10 }, () => addNotification('آمد', { occasion, path: '/titles/7/x' })),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    const otherMember = await server.createUser()
    expect(await notify(frame(), otherMember.id, { kind: 'released', title: 'آمد', occasion })).toBe(true)
    expect(await list()).toHaveLength(1)
    await addNotification('بی‌مناسبت')
    await addNotification('بی‌مناسبت')
    expect(await list()).toHaveLength(3)
  })

  test('and their read marks are returned once in delta pulls of any page size', async () => {
    await tellThree()
    const start = await since()
    expect(start.data.map(({ title }: Shown) => title)).toEqual(['یک', 'دو', 'سه'])
    const { readAt, version } = (await device.read({ read: 'all' })).json.data
    for (const limit of [1, 2, 500]) {
      const pulled: Shown[] = []
      let { cursor } = start.meta
      for (let more = true; more; ) {
        const page = await since(cursor, limit)
        expect(page.data.length).toBeLessThanOrEqual(limit)
        pulled.push(...page.data)
        ;({ cursor, more } = page.meta)
      }
      expect(pulled).toHaveLength(3)
      expect(new Set(pulled.map(({ id }) => id)).size).toBe(3)
      for (const one of pulled) expect(one).toMatchObject({ readAt, version })
      expect((await since(cursor)).data).toEqual([])
    }
  })

  describe('read marks', () => {
    test('"all" reads up to the newest notification seen', async () => {
      await tellThree()
      const seen = (await list())[1]
      const { json } = await device.read({ read: 'all', until: seen?.createdAt })
      expect(json.data.newNotifications).toBe(true)
      expect(await unread()).toEqual(['سه'])
    })

    test('"all" without a limit reads up to the time of the mutation', async () => {
      await addNotification('پیش')
      server.pass(HOUR)
      await addNotification('پس')
      expect((await device.read({ read: 'all' }, { age: HOUR / 2 })).json.data.newNotifications).toBe(true)
      expect(await unread()).toEqual(['پس'])
    })

    test('stay set after later or repeated marks', async () => {
      await tellThree()
      const [newest] = await list()
      await device.read({ read: [newest?.id] }, { age: SECOND })
      const before = (await list())[0]
      expect(Math.abs(server.now().getTime() - SECOND - Date.parse(before?.readAt ?? ''))).toBeLessThan(10 * SECOND)
      server.pass(HOUR)
      await phone.read({ read: 'all' })
      await phone.read({ read: [newest?.id] }, { age: 3 * HOUR })
      expect((await list())[0]).toEqual(before)
    })

    test('apply from old and out-of-order mutations', async () => {
      await tellThree()
      const [third, second, first] = await list()
      await device.read({ read: [first?.id] }, { seq: 9 })
      await device.read({ read: [second?.id] }, { seq: 3, age: HOUR })
      await phone.read({ read: [third?.id] }, { age: 2 * HOUR })
      expect(await isNew()).toBe(false)
    })

    test("apply only to the member's own notifications", async () => {
      await addNotification('من')
      const [mine] = await list()
      const otherMember = await server.createUser()
      const { json } = await createMutationClient(otherMember).read({ read: [mine?.id] })
      expect(json.data.newNotifications).toBe(false)
      await createMutationClient(otherMember).read({ read: 'all' })
      expect(await isNew()).toBe(true)
      expect((await otherMember.get('/api/user/notifications')).json.data).toEqual([])
    })

    test.each([
      { read: 'some' },
      { read: ['not an id'] },
      { read: Array.from({ length: 501 }, () => uuid()) },
      { read: 'all', until: 'yesterday' },
      { read: 'all', until: 7 },
      { read: 'all', until: '2026-99-99T00:00:00Z' },
      {},
      ...Object.values(HOSTILE_VALUES).map((read) => ({ read })),
    ])('$#: are rejected in Persian if invalid', async (body) => {
      await addNotification('یک')
      const answer = await device.read(body)
      expect(answer.status).toBe(422)
      expect(Object.values<string[]>(answer.json.errors).flat().join()).toMatch(/[آ-ی]/)
      expect(await isNew()).toBe(true)
    })

    test.each(['2026-02-31T10:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00.123456Z'])(
      'accept a limit of %s',
      async (until) => {
        await addNotification('یک')
        expect([200, 422]).toContain((await device.read({ read: 'all', until })).status)
      },
    )
  })

  test('are deleted after half a year, which devices see as a change', async () => {
    await addNotification('کهنه', { occasion: 'old' })
    const long = (await since()).meta.cursor
    server.pass(170 * DAY)
    await addNotification('تازه')
    await runHousekeeping(frame())
    expect(await list()).toHaveLength(2)
    server.pass(11 * DAY)
    await runHousekeeping(frame())
    expect((await list()).map(({ title }) => title)).toEqual(['تازه'])
    expect((await since(long)).data).toMatchObject([
      { title: 'تازه', version: 2 },
      { deleted: true, version: 3 },
    ])
    expect(await addNotification('کهنه', { occasion: 'old' })).toBe(false)
    const middle = (await since()).meta.cursor
    server.pass(91 * DAY)
    await runHousekeeping(frame())
    expect((await member.get(`/api/user/notifications?since=${long}`)).status).toBe(410)
    expect((await since(middle)).data).toEqual([])
  })

  test('clear the unread flag when deleted unread', async () => {
    await addNotification('کهنه')
    server.pass(181 * DAY)
    await runHousekeeping(frame())
    expect(await isNew()).toBe(false)
  })
})

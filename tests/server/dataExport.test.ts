import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contact.ts'
import { Export } from '#contract/export.ts'
import { readConfig } from '#server/config.ts'
import { notify } from '#server/notifications/notify.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

describe.each(databaseKinds)('data export on %s', (database) => {
  let server: TestServer
  let member: Member
  beforeAll(async () => {
    server = await startServer({ database })
    member = await server.createUser()
  })
  afterAll(() => server.close())

  test('returns all data of the member to that member alone, without removed entries', async () => {
    const [saved = 0, taken = 0, liked = 0] = await server.titleIds(3)
    await member.post(`/api/user/watchlist/${saved}`, { saved: true })
    await member.post(`/api/user/watchlist/${taken}`, { saved: true })
    await member.post(`/api/user/watchlist/${taken}`, { saved: false })
    await member.post(`/api/user/history/${taken}`, { position: 60, duration: 600 })
    await member.post(`/api/user/history/${taken}/watched`, { flags: [{ episodeId: null, watched: true }] })
    await member.post(`/api/user/like/${liked}`, { liked: true })
    await member.post(`/api/user/like/${saved}`, { liked: true })
    await member.post(`/api/user/like/${saved}`, { liked: false })
    await member.post('/api/user/request', { name: 'فیلمی که نیست', type: 'movie' })
    await member.post('/api/user/comment', { titleId: liked, body: 'دیدنی بود' })
    const gone = (await member.post('/api/user/comment', { titleId: liked, body: 'پشیمان شدم' })).json.data.id
    await member.post(`/api/user/comment/${gone}`, { deleted: true })
    const friend = await server.createUser()
    const theirs = (await friend.post('/api/user/comment', { titleId: saved, body: 'نظر دیگران' })).json.data.id
    await member.post(`/api/user/comment/${theirs}/like`, { liked: true })
    await member.post(`/api/user/comment/${theirs}/report`, { reason: 'spoiler' })
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })

    const { status, json, headers } = await member.get('/api/user/export')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const all = v.parse(Export, json.data)
    expect(all.user).toMatchObject({ id: member.id, email: member.email })
    expect(all.watchlist.map(({ titleId }) => titleId)).toEqual([saved])
    expect(all.history).toMatchObject([{ titleId: taken, position: 60, flags: [{ episodeId: null, watched: true }] }])
    expect(all.likes.map(({ titleId, title }) => [titleId, title.id])).toEqual([[liked, liked]])
    expect(all.requests.map(({ name }) => name)).toEqual(['فیلمی که نیست'])
    expect(all.comments.map(({ body, author, title, deleted }) => [body, author, title.id, deleted])).toEqual([
      ['دیدنی بود', member.name, liked, false],
      ['پشیمان شدم', member.name, liked, true],
    ])
    expect(all.commentLikes).toMatchObject([{ commentId: theirs, titleId: saved }])
    expect(all.commentReports).toMatchObject([{ commentId: theirs, titleId: saved, reason: 'spoiler' }])
    expect(all.notifications.map(({ title }) => title)).toEqual(['خبر'])

    const other = await server.createUser()
    const nothing = v.parse(Export, (await other.get('/api/user/export')).json.data)
    const { exportedAt: _, user: __, ...lists } = nothing
    expect(Object.values(lists)).toEqual(Object.values(lists).map(() => []))
    expect((await server.createGuest().get('/api/user/export')).status).toBe(401)
  })

  test('limits the number of exports', async () => {
    const otherMember = await server.createUser()
    const statuses = new Set<number>()
    for (let times = 0; times < 62; times += 1) statuses.add((await otherMember.get('/api/user/export')).status)
    expect([...statuses]).toEqual([200, 429])
  })
})

test('lists the contact addresses that the operator configured and rejects unsafe ones', async () => {
  const env = { APP_SECRET: 'a secret of the tests, long enough to be one', DATA_DIR: '/nowhere' }
  expect(readConfig(env).contact).toEqual([])
  const contact = [
    { kind: 'email', address: 'help@parde.example' },
    { kind: 'telegram', address: 'parde_help' },
  ] as const
  const read = readConfig({ ...env, CONTACT_EMAIL: 'help@parde.example', CONTACT_TELEGRAM: 'parde_help' })
  expect(read.contact).toEqual(contact)
  for (const bad of ['javascript:alert(1)', 'a@b@c', 'https://evil.example', '<b>']) {
    for (const name of ['CONTACT_EMAIL', 'CONTACT_TELEGRAM', 'CONTACT_PHONE', 'CONTACT_INSTAGRAM']) {
      expect(() => readConfig({ ...env, [name]: bad })).toThrow(StartupError)
    }
  }
  const server = await startServer({ settings: { contact } })
  const { json } = await server.createGuest().get('/api/contact')
  expect(v.parse(contactApi.channels.reply, json).data).toEqual(contact)
  await server.close()
})

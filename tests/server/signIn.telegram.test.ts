import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readInitData } from '#server/accounts/telegramInitData.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '#tests/harness/fixtures/hostileInputs.ts'
import { initDataOf, type LaunchFields } from '#tests/harness/fixtures/telegram.ts'
import { BOT, databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'

const SECOND = 1000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const PERSIAN = /[آ-ی]/

describe('Telegram init data', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const fields: LaunchFields = {
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: { id: 279058397, first_name: 'سارا', last_name: 'Karimi & co', username: 'sara', is_premium: true },
    auth_date: now.getTime() / 1000 - 60,
  }

  test('yields the user and the time of signing', () => {
    const vouched = readInitData(initDataOf(fields), BOT.token, now)
    expect(vouched).toMatchObject({ user: { id: 279058397, first_name: 'سارا', username: 'sara' } })
    expect(vouched?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(vouched?.at).toEqual(new Date('2026-11-21T11:59:00Z'))
  })

  test('is verified as Telegram documents: sorted lines under the token signed with "WebAppData"', () => {
    // Computed here independently of the harness.
    const lines = 'auth_date=1795262340\nquery_id=q\nuser={"id":7,"first_name":"A"}'
    const key = createHmac('sha256', 'WebAppData').update(BOT.token).digest()
    const hash = createHmac('sha256', key).update(lines).digest('hex')
    const initData = `user=%7B%22id%22%3A7%2C%22first_name%22%3A%22A%22%7D&hash=${hash}&query_id=q&auth_date=1795262340`
    expect(readInitData(initData, BOT.token, now)?.user.id).toBe(7)
  })

  test('may contain unknown signed fields', () => {
    const data = initDataOf({ ...fields, signature: 'abc_-', chat_instance: '-1', start_param: 'from=friend&x=ی' })
    expect(readInitData(data, BOT.token, now)?.user.id).toBe(279058397)
    expect(readInitData(data.replace('friend', 'enemy'), BOT.token, now)).toBeUndefined()
  })

  const good = initDataOf(fields)
  const hash = new URLSearchParams(good).get('hash') ?? ''
  test.each<[string, string]>([
    ['another user', good.replace('279058397', '279058398')],
    ['another time', good.replace(/auth_date=\d+/, `auth_date=${now.getTime() / 1000}`)],
    ['an additional field', `${good}&chat_type=private`],
    ['a missing field', good.replace(/query_id=[^&]+&/, '')],
    ['a field twice', `${good}&user=${encodeURIComponent('{"id":1,"first_name":"x"}')}`],
    ['the hash twice', `${good}&hash=${hash}`],
    ['a wrong hash', good.replace(hash, '0'.repeat(64))],
    ['half a hash', good.replace(hash, hash.slice(0, 32))],
    ['a hash of invalid characters', good.replace(hash, 'z'.repeat(64))],
    ['an empty hash', good.replace(hash, '')],
    ['no hash', good.replace(`&hash=${hash}`, '')],
    ['another bot', initDataOf(fields, '4343:another-token-altogether')],
    ['an empty token', initDataOf(fields, '')],
    ['a time a day and a second ago', initDataOf({ ...fields, auth_date: now.getTime() / 1000 - 86_401 })],
    ['a time in the future', initDataOf({ ...fields, auth_date: now.getTime() / 1000 + 120 })],
    ['a time that is not a number', initDataOf({ ...fields, auth_date: 'soon' })],
    ['a fractional time', initDataOf({ ...fields, auth_date: `${now.getTime() / 1000}.5` })],
    ['no time', initDataOf({ user: fields.user })],
    ['no user', initDataOf({ auth_date: fields.auth_date })],
    ['a null user', initDataOf({ ...fields, user: 'null' })],
    ['a truncated user', initDataOf({ ...fields, user: '{"id":' })],
    ['the id 0', initDataOf({ ...fields, user: { id: 0, first_name: 'A' } })],
    ['an id as a string', initDataOf({ ...fields, user: { id: '7', first_name: 'A' } })],
    ['a bot', initDataOf({ ...fields, user: { id: 7, first_name: 'A', is_bot: true } })],
    ['an empty string', ''],
  ])('rejects %s', (_, initData) => {
    expect(readInitData(initData, BOT.token, now)).toBeUndefined()
  })

  test('is accepted for a day and from a clock half a minute ahead', () => {
    for (const auth_date of [now.getTime() / 1000 - 86_399, now.getTime() / 1000 + 30]) {
      expect(readInitData(initDataOf({ ...fields, auth_date }), BOT.token, now)?.user.id).toBe(279058397)
    }
  })
})

describe.each(databaseKinds)('sign-in with Telegram on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer({ database })
  })
  afterEach(() => server.close())

  const launch = (fields: LaunchFields = {}) =>
    initDataOf({
      query_id: `q${Math.random()}`,
      user: { id: 500, first_name: 'سارا', last_name: 'کریمی', username: 'sara_k' },
      auth_date: Math.floor(server.now().getTime() / 1000),
      ...fields,
    })
  const enter = (initData: unknown, at = server) => at.createGuest().post('/api/auth/telegram', { initData })

  test('creates an account at first and reuses it under any name', async () => {
    const first = await enter(launch())
    expect(first.status).toBe(200)
    expect(first.json.data.user).toMatchObject({ name: 'سارا کریمی', telegram: 'sara_k', email: null })
    const member = server.createGuest()
    member.token = first.json.data.token
    expect((await member.get('/api/user')).json.data.id).toBe(first.json.data.user.id)
    const again = await enter(launch({ user: { id: 500, first_name: 'S', username: 'other_name' } }))
    expect(again.json.data.user).toMatchObject({ id: first.json.data.user.id, telegram: 'other_name' })
    const other = await enter(launch({ user: { id: 501, first_name: 'سارا', username: 'sara_k' } }))
    expect(other.json.data.user.id).not.toBe(first.json.data.user.id)
  })

  test('accepts init data once, also concurrently and in another encoding', async () => {
    const initData = launch()
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(initData)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(422)
      expect(answer.json.errors.initData[0]).toMatch(PERSIAN)
    }
    const rewritten = initData
      .split('&')
      .toReversed()
      .join('&')
      .replace(/hash=\w+/, (hash) => hash.toUpperCase().replace('HASH', 'hash'))
    expect((await enter(rewritten)).status).toBe(422)
    const { rows } = await server.database.execute(sql`select * from users`)
    expect(rows).toHaveLength(1)
  })

  test('answers identically to forged, outdated and future init data', async () => {
    const now = Math.floor(server.now().getTime() / 1000)
    const answers = await Promise.all([
      enter(launch().replace('500', '501')),
      enter(launch({ auth_date: now - 86_500 })),
      enter(launch({ auth_date: now + 600 })),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(422)
      expect(answer.json).toEqual(answers[0].json)
    }
    const late = launch()
    server.pass(DAY + HOUR)
    expect((await enter(late)).status).toBe(422)
  })

  test('applies the rules of names to Telegram names', async () => {
    const nameOf = async (id: number, first_name: string) =>
      (await enter(launch({ user: { id, first_name } }))).json.data.user.name
    expect(await nameOf(1, '<b>سا\u202eرا</b>')).toBe('<b>سارا</b>')
    expect(await nameOf(2, '\u200b \u2060')).toBe('کاربر تلگرام')
    expect(await nameOf(3, 'آ'.repeat(200))).toBe('آ'.repeat(60))
    expect(await nameOf(4, `${'آ'.repeat(59)}👩‍👩‍👧`)).toBe('آ'.repeat(59))
    expect(await nameOf(5, 'a\u0000b')).toBe('ab')
  })

  test('limits tries per IP address and per Telegram user', async () => {
    const answers = []
    for (let n = 0; n < 21; n++) answers.push(await enter(launch()))
    expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true)
    expect(answers.at(-1)?.status).toBe(429)
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(3000)
    for (let n = 0; n < 40; n++) await enter('nonsense')
    const slowed = await enter(launch({ user: { id: 900, first_name: 'A' } }))
    expect(slowed.status).toBe(429)
    expect(slowed.json.message).toMatch(PERSIAN)
  })

  test("publishes the bot's name", async () => {
    const answer = await server.createGuest().get('/api/auth/telegram')
    expect(answer.json.data).toEqual({ open: true, link: `https://t.me/${BOT.bot}?startapp` })
  })

  test('is not available without a bot', async () => {
    const without = await startServer({ database, settings: { telegram: undefined } })
    expect((await enter(launch(), without)).status).toBe(404)
    expect((await without.createGuest().get('/api/auth/telegram')).json.data).toEqual({ open: false, link: null })
    await without.close()
  })

  test('rejects any other input in Persian and creates no account', async () => {
    for (const value of [...Object.values(HOSTILE_TEXTS), ...Object.values(HOSTILE_VALUES), undefined]) {
      const answer = await enter(value)
      expect(answer.status).toBe(422)
      expect(answer.json.errors.initData[0]).toMatch(PERSIAN)
    }
    const { rows } = await server.database.execute(sql`select * from users`)
    expect(rows).toEqual([])
  })
})

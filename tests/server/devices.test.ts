import { describe, expect, test } from 'vitest'
import { deviceName } from '#server/accounts/deviceName.ts'
import { member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { type Answer, databaseKinds, PASSWORD } from '#tests/harness/server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

test.each([
  [ANDROID, 'کروم در اندروید'],
  [ANDROID.replace('Chrome', 'SamsungBrowser/25.0 Chrome'), 'مرورگر سامسونگ در اندروید'],
  [`${ANDROID} Telegram-Android/10.14.5`, 'تلگرام در اندروید'],
  [IPHONE, 'سافاری در آیفون'],
  [IPHONE.replace('Version/17.5', 'CriOS/126.0'), 'کروم در آیفون'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'فایرفاکس در ویندوز'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'اج در ویندوز'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/17.5 Safari/605.1', 'سافاری در مک'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 OPR/110.0', 'اپرا در لینوکس'],
  ['curl/8.5.0', 'دستگاه ناشناس'],
  ['<script>alert(1)</script>', 'دستگاه ناشناس'],
  ['', 'دستگاه ناشناس'],
  [null, 'دستگاه ناشناس'],
])('names %s as %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})

describe.each(databaseKinds)('devices on %s', (database) => {
  setUpMember(database)

  const devicesOf = async (caller: { get(path: string): Promise<Answer> }) =>
    (await caller.get('/api/user/devices')).json.data as {
      id: number
      name: string
      current: boolean
      createdAt: string
      seenAt: string
    }[]
  const signInFrom = async (agent: string) => {
    const caller = server.createGuest()
    const body = { email: member.email, password: PASSWORD }
    caller.token = (await caller.post('/api/sanc/login', body, { 'User-Agent': agent })).json.data.token
    return caller
  }

  test("lists a member's devices by last use and marks the current one", async () => {
    server.pass(MINUTE)
    const phone = await signInFrom(ANDROID)
    const listed = await devicesOf(phone)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ name: 'کروم در اندروید', current: true })
    expect(listed[1]?.current).toBe(false)
    expect((await devicesOf(member)).map(({ current }) => current)).toEqual([false, true])
    server.pass(30 * MINUTE)
    await member.get('/api/user', { 'User-Agent': IPHONE })
    const later = await devicesOf(member)
    expect(later[0]).toMatchObject({ name: 'سافاری در آیفون', current: true })
    expect(Date.parse(later[0]?.seenAt ?? '')).toBeGreaterThan(Date.parse(later[0]?.createdAt ?? ''))
    expect(JSON.stringify(later)).not.toContain(member.token)
  })

  test('lets only the member sign out one of their devices', async () => {
    const phone = await signInFrom(ANDROID)
    const stranger = await server.createUser()
    const id = (await devicesOf(member)).find(({ current }) => !current)?.id
    expect((await stranger.delete(`/api/user/devices/${id}`)).status).toBe(404)
    expect((await phone.get('/api/user')).status).toBe(200)
    expect((await member.delete(`/api/user/devices/${id}`)).status).toBe(204)
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await member.delete(`/api/user/devices/${id}`)).status).toBe(404)
    expect(await devicesOf(member)).toHaveLength(1)
  })

  test('signs out all other devices of the member at once', async () => {
    const others = [await signInFrom(ANDROID), await signInFrom(IPHONE)]
    const stranger = await server.createUser()
    const answer = await member.delete('/api/user/devices')
    expect(answer.json.data).toEqual({ ended: 2 })
    for (const other of others) expect((await other.get('/api/user')).status).toBe(401)
    expect((await member.get('/api/user')).status).toBe(200)
    expect((await stranger.get('/api/user')).status).toBe(200)
    expect((await member.delete('/api/user/devices')).json.data).toEqual({ ended: 0 })
  })

  test('omits expired sessions', async () => {
    server.pass(200 * DAY)
    const phone = await signInFrom(ANDROID)
    server.pass(200 * DAY)
    expect(await devicesOf(phone)).toHaveLength(1)
  })

  test('identifies a token from another service and keeps it unchanged', async () => {
    const answer = await server.createGuest().post('/api/sanc/login-with-token', { token: member.token })
    expect(answer.json.data).toMatchObject({ token: member.token, user: { id: member.id } })
    for (const token of ['x'.repeat(43), `${member.token}x`, "' or 1=1 --"]) {
      expect((await server.createGuest().post('/api/sanc/login-with-token', { token })).status).toBe(401)
    }
    await member.post('/api/sanc/logout')
    expect((await server.createGuest().post('/api/sanc/login-with-token', { token: member.token })).status).toBe(401)
  })

  test('limits guesses of tokens', async () => {
    const guest = server.createGuest()
    const answers = []
    for (let n = 0; n < 101; n++) answers.push(await guest.post('/api/sanc/login-with-token', { token: `guess-${n}` }))
    expect(answers.at(-1)?.status).toBe(429)
    expect(answers.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/)
  })
})

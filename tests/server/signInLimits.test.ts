import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, databaseKinds, PASSWORD, startServer, type TestServer } from '#tests/harness/server.ts'

const LOGIN = '/api/sanc/login'
const EMAIL = 'sara@parde.example'
const [HOME, CAFE] = ['10.1.1.1', '10.2.2.2']
const HOUR = 3_600_000

describe.each(databaseKinds)('limits of sign-ins on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database, settings: { proxies: 1 } })
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.execute(sql`with people as (delete from users) delete from throttles`))

  /** Posts as a browser at an address, with its cookies. */
  const post = async (path: string, body: object, address: string, cookies: string[] = []): Promise<Answer> => {
    const csrf = (await server.request('/sanctum/csrf-cookie')).headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return server.createGuest().post(path, body, {
      'X-Forwarded-For': address,
      Cookie: [csrf, ...cookies].join('; '),
      'X-XSRF-TOKEN': csrf.replace('XSRF-TOKEN=', ''),
    })
  }
  const login = (address: string, fields: object = {}, cookies: string[] = []) =>
    post(LOGIN, { email: EMAIL, password: PASSWORD, ...fields }, address, cookies)
  const register = () =>
    post('/api/sanc/register', { name: 'سارا', email: EMAIL, password: PASSWORD, passwordConfirmation: PASSWORD }, HOME)
  const deviceOf = ({ headers }: Answer) => [headers.get('Set-Cookie')?.split(';')[0] ?? '']

  /** Guesses from twenty addresses until the account is limited. */
  async function attack(): Promise<void> {
    for (let nth = 0; nth < 100; nth++) await login(`10.9.${nth % 20}.1`, { password: `guess ${nth}` })
    expect((await login('10.9.99.1')).status).toBe(429)
  }

  test('let the owner in from an address of an earlier sign-in while strangers guess', async () => {
    await register()
    await attack()
    expect((await login(HOME)).status).toBe(200)
    expect((await login(CAFE)).status).toBe(429)
  })

  test('let the owner in on a device of an earlier sign-in, from any address', async () => {
    const phone = deviceOf(await register())
    await attack()
    expect((await login(CAFE, {}, phone)).status).toBe(200)
    expect((await login(CAFE, { email: 'omid@parde.example' }, phone)).status).toBe(422)
    const forged = phone.map((cookie) => cookie.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`))
    expect((await login('10.3.3.3', {}, forged)).status).toBe(429)
  })

  test('apply to a known device too', async () => {
    const phone = deviceOf(await register())
    const answers = []
    for (let nth = 0; nth < 21; nth++) answers.push(await login(`10.4.${nth}.1`, { password: `guess ${nth}` }, phone))
    expect(answers.slice(0, 20).every(({ status }) => status === 422)).toBe(true)
    expect(answers[20]?.status).toBe(429)
  })

  test('are lifted by a password reset', async () => {
    await register()
    await attack()
    await server.createGuest().post('/api/forgot-password', { email: EMAIL })
    const [letter] = (await server.letters()).filter(({ to }) => to === EMAIL)
    const token = /reset-password\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
    const password = 'another horse 1406'
    const body = { token, email: EMAIL, password, passwordConfirmation: password }
    for (let nth = 0; nth < 30; nth++) {
      await post('/api/reset-password', { ...body, token: `guess-${nth}` }, `10.9.${nth}.1`)
    }
    expect((await post('/api/reset-password', body, CAFE)).status).toBe(200)
    expect((await login(CAFE, { password })).status).toBe(200)
  })

  test('write nothing for attempts that they refuse', async () => {
    for (let nth = 0; nth < 100; nth++) await login(CAFE, { email: `nobody${nth}@parde.example` })
    const stored = () => server.database.execute(sql`select key, count from throttles order by key`)
    const { rows: before } = await stored()
    for (let nth = 100; nth < 120; nth++) {
      expect((await login(CAFE, { email: `nobody${nth}@parde.example` })).status).toBe(429)
    }
    expect((await stored()).rows).toEqual(before)
    server.pass(HOUR)
    expect((await login(CAFE, { email: 'nobody7@parde.example' })).status).toBe(422)
  })
})

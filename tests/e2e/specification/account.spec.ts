import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, test, type World } from '#tests/e2e/world.ts'
import type { Exchange } from '#tests/harness/network/relay.ts'
import { createAccount, openAsMember } from './session.ts'

test.use({ serviceWorkers: 'block' })

const DEFAULT_ERROR = 'مشکلی در انجام فرایند پیش آمده است'
const PASSWORD = 'seven horses 1404'
const DAY = 86_400

const submit = (page: Page) => page.locator('main form button[type=submit]').click()
const email = (page: Page) => page.getByLabel('ایمیل', { exact: false })
const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)

/** The session as the browser's database stores it, read without the app. */
function storedSession(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const open = indexedDB.open('parde-device')
    await new Promise((done) => open.addEventListener('success', done))
    const read = open.result.transaction('meta').objectStore('meta').get('session')
    await new Promise((done) => read.addEventListener('success', done))
    open.result.close()
    return read.result?.value
  })
}

/** The calls of the page to some paths, without the preflights of the browser and the calls of this file. */
const callsTo = (world: World, ...paths: string[]) =>
  world.api.exchanges.filter(
    ({ method, path, headers }) => method !== 'OPTIONS' && headers.origin !== undefined && paths.includes(path),
  )

/** Expects a call for the CSRF cookie before the last call to a path. */
async function expectCsrfBefore(world: World, path: string) {
  const calls = () => callsTo(world, path, '/sanctum/csrf-cookie')
  await expect.poll(() => calls().at(-1)?.path).toBe(path)
  expect.soft(calls().at(-2)?.path, path).toBe('/sanctum/csrf-cookie')
  world.api.exchanges.length = 0
}

/** Refuses calls to a path with a status and without a message. */
function refuse(world: World, path: string, status: number) {
  world.api.setFaultRule(({ url, method }) =>
    url === path && method !== 'OPTIONS'
      ? (_: IncomingMessage, response: ServerResponse) => {
          const headers = {
            'Access-Control-Allow-Origin': world.appUrl,
            'Access-Control-Allow-Credentials': 'true',
            'Content-Type': 'application/json',
          }
          response.writeHead(status, headers).end(JSON.stringify({ message: '' }))
        }
      : undefined,
  )
}

test.beforeEach(({ world }) => {
  world.api.exchanges.length = 0
})
test.afterEach(({ world }) => world.api.setFaultRule(undefined))

test('a guest registers after a referral, signs out and signs in', async ({ page, context, world, console }) => {
  console.allow(NETWORK_ERRORS)
  const account = `referred-${Date.now()}@parde.example`
  const fill = async (confirmation: string) => {
    await page.getByLabel('نام', { exact: false }).first().fill('سارا')
    await email(page).fill(account)
    await page.locator('input[autocomplete="new-password"]').nth(0).fill(PASSWORD)
    await page.locator('input[autocomplete="new-password"]').nth(1).fill(confirmation)
    await submit(page)
  }

  await test.step('4.9, 9.5 the referral is stored for seven days, and a later one changes nothing', async () => {
    await page.goto('/contact?r=friend')
    const expected = Date.now() / 1000 + 7 * DAY
    await expect.poll(async () => (await cookieOf(context, 'ref'))?.value).toBe('friend')
    expect.soft(Math.abs(((await cookieOf(context, 'ref'))?.expires ?? 0) - expected)).toBeLessThan(60)
    await page.goto('/auth/register?r=other')
    await expect(email(page)).toBeVisible()
    expect.soft((await cookieOf(context, 'ref'))?.value).toBe('friend')
  })
  await test.step('4.3 without a token there is no user, and none is fetched', async () => {
    await expect.soft(page.getByRole('button', { name: /^همگام‌سازی/ })).toBeHidden()
    expect.soft(callsTo(world, '/api/user')).toEqual([])
  })
  await test.step('8.1 a failure without a message shows the default one', async () => {
    refuse(world, '/api/sanc/register', 500)
    await fill(PASSWORD)
    await expect(page.getByText(DEFAULT_ERROR)).toBeVisible()
    world.api.setFaultRule(undefined)
  })
  await test.step('6.1, 7.32, 7.33 registration', async () => {
    await submit(page)
    await expect(page).toHaveURL(/\/$/)
    const registration = callsTo(world, '/api/sanc/register').at(-1)
    expect.soft(JSON.parse(registration?.requestBody ?? '{}')).toMatchObject({ email: account, ref: 'friend' })
    await expectCsrfBefore(world, '/api/sanc/register')
  })
  await test.step('3.4, 4.1 the token is in a cookie, and stored with the user', async () => {
    const token = (await cookieOf(context, 'token'))?.value ?? ''
    expect.soft(token).not.toBe('')
    expect.soft(await storedSession(page)).toMatchObject({ token, user: { email: account } })
  })
  await test.step('4.4, 7.39 signing out clears the cookie and the user', async () => {
    await page.goto('/auth/logout')
    await expect(page).toHaveURL(/\/$/)
    expect.soft(await cookieOf(context, 'token')).toBeUndefined()
    expect.soft(await storedSession(page)).toBeUndefined()
    await expectCsrfBefore(world, '/api/sanc/logout')
  })
  await test.step('8.1 a failure shows the message of the server', async () => {
    await page.goto('/auth/login')
    await email(page).fill(account)
    await page.locator('input[autocomplete="current-password"]').fill('another password')
    await submit(page)
    await expect(page.getByText('ایمیل یا گذرواژه درست نیست.')).toBeVisible()
  })
  await test.step('6.1, 7.34 signing in', async () => {
    await page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
    await submit(page)
    await expect(page).toHaveURL(/\/$/)
    await expectCsrfBefore(world, '/api/sanc/login')
  })
})

test('passwords are requested, reset and changed', async ({ page, context, world, console }) => {
  console.allow(NETWORK_ERRORS)
  const { email: address } = await createAccount(world)
  await test.step('7.36 a forgotten password', async () => {
    await page.goto('/auth/forgot-password')
    await email(page).fill(address)
    await submit(page)
    await expect(page.getByText('صندوق ایمیلتان را ببینید')).toBeVisible()
    await expectCsrfBefore(world, '/api/forgot-password')
  })
  const newPasswords = page.locator('input[autocomplete="new-password"]')
  const fillNew = async () => {
    await newPasswords.nth(0).fill('eight horses 1405')
    await newPasswords.nth(1).fill('eight horses 1405')
    await submit(page)
  }
  await test.step('6.1, 7.37, 8.1 a new password by a link that the server refuses', async () => {
    await page.goto(`/auth/reset-password/no-such-token?email=${encodeURIComponent(address)}`)
    await fillNew()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectCsrfBefore(world, '/api/reset-password')
  })
  await test.step('7.38 another password', async () => {
    await openAsMember(page, context, world)
    await page.goto('/user/edit-password')
    await page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
    await fillNew()
    await expectCsrfBefore(world, '/api/sanc/password')
  })
})

test('a token in the cookie signs in, and every call carries it', async ({ page, context, world, console }) => {
  console.allow(NETWORK_ERRORS)
  const { token } = await openAsMember(page, context, world)
  await test.step('7.35 the token is exchanged for the user', () =>
    expectCsrfBefore(world, '/api/sanc/login-with-token'))
  await test.step('4.2, 7.2, 7.3, 7.4 the user is fetched at the start, with all headers', async () => {
    await page.reload()
    const call = (): Exchange | undefined => callsTo(world, '/api/user').at(-1)
    await expect.poll(call).toBeDefined()
    expect.soft(call()?.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      cookie: expect.stringContaining('token='),
    })
  })
  await test.step('8.2 a failure to fetch the user is silent', async () => {
    refuse(world, '/api/user', 500)
    const failed = page.waitForResponse(`${world.apiUrl}/api/user`)
    await page.reload()
    await failed
    await expect(page.getByRole('button', { name: /^همگام‌سازی/ })).toBeVisible()
    await expect.soft(page.getByRole('alert')).toHaveCount(0)
    await expect.soft(page.getByText(DEFAULT_ERROR)).toHaveCount(0)
  })
  await test.step('8.3 a failure to sign out is reported, and the user is gone all the same', async () => {
    refuse(world, '/api/sanc/logout', 500)
    await page.goto('/auth/logout')
    await expect(page.getByText('از این دستگاه خارج شدید، ولی خبر آن به سرور نرسید')).toBeVisible()
    expect.soft(await cookieOf(context, 'token')).toBeUndefined()
  })
})

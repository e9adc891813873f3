import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { World } from '#tests/e2e/world.ts'

export interface Account {
  email: string
  password: string
  token: string
}

/** The Godfather, a film with everything that a title can have. */
export const TITLE = 68646

let accounts = 0

/**
 * Sends a request without a browser. Closes the connection: the relay closes idle ones, and a request that reuses one
 * at that moment fails.
 */
export function request(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...init.headers, Connection: 'close' } })
}

/** Posts as any client of the API does. Returns the data of the answer. */
async function post(world: World, path: string, body: object, token?: string) {
  const csrf = await request(`${world.apiUrl}/sanctum/csrf-cookie`)
  const [, xsrf = ''] = /XSRF-TOKEN=([^;]+)/.exec(csrf.headers.get('set-cookie') ?? '') ?? []
  const answer = await request(`${world.apiUrl}${path}`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Cookie: `XSRF-TOKEN=${xsrf}`,
      'X-XSRF-TOKEN': decodeURIComponent(xsrf),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect(answer.ok, path).toBe(true)
  return (await answer.json()).data
}

/** Registers a user by calls, which takes less time than the form. */
export async function createAccount(world: World): Promise<Account> {
  const email = `specification-${process.pid}-${Date.now()}-${++accounts}@parde.example`
  const password = 'seven horses 1404'
  const { token } = await post(world, '/api/sanc/register', {
    name: 'سارا',
    email,
    password,
    passwordConfirmation: password,
  })
  return { email, password, token }
}

/** Signs a new user in by the token cookie alone, and waits until the app shows the user's own header. */
export async function openAsMember(page: Page, context: BrowserContext, world: World): Promise<Account> {
  const account = await createAccount(world)
  await context.addCookies([{ name: 'token', value: account.token, url: world.appUrl }])
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^همگام‌سازی/ })).toBeVisible()
  return account
}

/** Makes the server notify a member: another user replies to the member's comment. */
export async function notifyMember(world: World, { token }: Account): Promise<void> {
  const comment = { titleId: TITLE, body: 'دیدنی بود', spoiler: false, replyTo: null }
  const { id } = await post(world, '/api/user/comment', comment, token)
  const other = await createAccount(world)
  await post(world, '/api/user/comment', { ...comment, replyTo: id }, other.token)
}

/** Records the calls of a page as `METHOD /path?query`, in order. */
export function recordCalls(page: Page, world: World): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== world.apiUrl || request.method() === 'OPTIONS') return
    calls.push(`${request.method()} ${url.pathname}${decodeURIComponent(url.search)}`)
  })
  return calls
}

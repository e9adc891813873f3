import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { World } from '#tests/e2e/world.ts'

const PASSWORD = 'seven horses 1404'

export interface Account {
  email: string
  password: string
  token: string
  id: number
}

let accounts = 0

/** Registers a user by calls, which takes less time than the form. */
async function createAccount(world: World): Promise<Account> {
  const csrf = await fetch(`${world.apiUrl}/sanctum/csrf-cookie`)
  const [, xsrf = ''] = /XSRF-TOKEN=([^;]+)/.exec(csrf.headers.get('set-cookie') ?? '') ?? []
  const email = `specification-${process.pid}-${Date.now()}-${++accounts}@parde.example`
  const answer = await fetch(`${world.apiUrl}/api/sanc/register`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Cookie: `XSRF-TOKEN=${xsrf}`,
      'X-XSRF-TOKEN': decodeURIComponent(xsrf),
    },
    body: JSON.stringify({ name: 'سارا', email, password: PASSWORD, passwordConfirmation: PASSWORD }),
  })
  expect(answer.status).toBe(201)
  const { data } = await answer.json()
  return { email, password: PASSWORD, token: data.token, id: data.user.id }
}

/** Signs a new user in by the token cookie alone, and waits until the app shows the user's own header. */
export async function openAsMember(page: Page, context: BrowserContext, world: World): Promise<Account> {
  const account = await createAccount(world)
  await context.addCookies([{ name: 'token', value: account.token, url: world.appUrl }])
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^همگام‌سازی/ })).toBeVisible()
  return account
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

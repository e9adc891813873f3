import { expect } from '@playwright/test'
import type { Title } from '#tests/e2e/sync/user.ts'
import type { Fault } from '#tests/harness/network/relay.ts'
import { eventually, findVisible, inPage, type Tab, type Target } from './engine.ts'

/** Elements and steps of the app, for any engine. */

export const CARD: Target = { css: 'main article a[href^="/titles/"]' }
export const SAVE: Target = { css: 'main button', name: 'ذخیره' }
export const LIKE: Target = { css: 'main button', text: 'پسندیدن' }

let accounts = 0

/** Registers a new user through the form. */
export async function register(tab: Tab): Promise<{ email: string; password: string }> {
  const email = `engine-${process.pid}-${Date.now()}-${++accounts}@parde.example`
  const password = 'seven horses 1404'
  await tab.goto('/auth/register')
  for (const [field, text] of Object.entries({ name: 'سارا', email, password, passwordConfirmation: password })) {
    await tab.fill({ css: `main input[name=${field}]` }, text)
  }
  await tab.click({ css: 'main form button[type=submit]' })
  await tab.isAt('/')
  return { email, password }
}

/** Waits until the worker controls the page, as for a returning user. */
export async function waitForWorker(tab: Tab) {
  await eventually(async () => {
    expect(await tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  })
}

/** Opens some titles by their cards on the home page, so that the device stores them. */
export async function openTitles(tab: Tab, count: number): Promise<Title[]> {
  await tab.goto('/?order_by=votes')
  await tab.sees(CARD)
  const paths = await tab.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('main article a[href^="/titles/"]')].map((link) => link.getAttribute('href') ?? ''),
    ),
  ])
  const titles = paths.slice(0, count).map((path) => ({ path, id: path.split('/')[2] ?? '' }))
  for (const title of titles) await visit(tab, title)
  return titles
}

/** Opens the first title of the home page, so that the device stores it. */
export async function openTitle(tab: Tab): Promise<Title> {
  const [title] = await openTitles(tab, 1)
  if (!title) throw new Error('the home page shows no title')
  return title
}

/** Opens a title and waits until its page, its comments and the user's state are there. */
async function visit(tab: Tab, title: Title) {
  await tab.goto(title.path)
  await tab.sees({ css: 'main a[href^="/people/"]' })
  await tab.sees({ css: '#comments article' })
  for (const button of [SAVE, LIKE]) {
    await isOn(tab, button)
  }
}

/** Returns the state of a toggle once it is known. */
export async function isOn(tab: Tab, button: Target): Promise<boolean> {
  let state: string | undefined
  await eventually(async () => {
    state = await tab.attribute(button, 'aria-pressed')
    expect(state).toMatch(/true|false/)
  })
  return state === 'true'
}

/** Clicks a toggle and waits until it shows the new state, which means that the device has stored the mutation. */
export async function toggle(tab: Tab, button: Target, pressed: boolean) {
  await isPressed(tab, button, !pressed)
  await tab.click(button)
  await isPressed(tab, button, pressed)
}

export function isPressed(tab: Tab, button: Target, pressed: boolean) {
  return eventually(async () => expect(await tab.attribute(button, 'aria-pressed')).toBe(String(pressed)))
}

/** Focuses an element. Browsers show the focus ring when the last input was a key. */
export function focus(tab: Tab, target: Target) {
  return eventually(async () => expect(await tab.evaluate(focusVisible, target), target.css).toBe(true))
}

const focusVisible = inPage<[Target], boolean>(`(target) => {
  const element = (${findVisible})(target)
  element?.focus()
  return element !== null && document.activeElement === element
}`)

/** Ways in which a server cannot be used, as faults of the relays in front of it. */
export const FAULTS: Record<string, Fault> = {
  refused: 'refuse',
  /** Accepts connections and requests, and never answers. */
  silent: () => undefined,
  slow: { there: 1_000, back: 1_000 },
  'answering 500': (request, response) => {
    response.writeHead(500, {
      'Access-Control-Allow-Origin': request.headers.origin ?? '*',
      'Access-Control-Allow-Credentials': 'true',
      'Content-Type': 'text/html',
    })
    response.end('<h1>500</h1>')
  },
  'behind a captive portal': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end('<title>Wi-Fi</title><form>room number <input></form>')
  },
}

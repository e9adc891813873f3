import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import seed from './e2e/seed.ts'
import { CHROMIUM_FLAGS, expect, register, startWorld, waitForIdle, waitForWorker } from './e2e/world.ts'
import { findChromium } from './harness/browser/chromium.ts'
import { GUEST, PHONE } from './shots/guest.ts'
import { MEMBER } from './shots/member.ts'
import { OFFLINE, prepareMember } from './shots/offline.ts'
import type { Screen } from './shots/screen.ts'
import { type Apart, TROUBLE } from './shots/trouble.ts'

/**
 * `npm run shots`: takes screenshots of the built app's screens and states (`tests/shots`) at five widths, including those
 * of the README. `npm run shots -- 360 title` takes those of one width whose names start with `title`. `--forced-colors`
 * and `--text 200` show the screens with the system's colours and with larger text, `--scale 3` with three pixels per
 * point; their screenshots go to `.cache/shots` alone. A screen that is wider than its window is reported.
 */
const FOLDER = resolve('.cache/shots')
const README_FOLDER = resolve('docs/screenshots')
const IN_README = new Set([
  ...['home', 'title', 'search', 'director', 'comingsoon', 'watchlist', 'sync'].map((name) => `${name}-360`),
  ...['home', 'title', 'collections', 'collection'].map((name) => `${name}-1280`),
])
/** The screenshots in the manifest, which browsers show before installation. */
const STORE_FOLDER = resolve('public/screenshots')
const IN_STORE = new Set(['home-360', 'title-360', 'watchlist-360', 'home-1280', 'title-1280'])
const WIDTHS = [360, 390, 768, 1280, 1920]
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    'forced-colors': { type: 'boolean', default: false },
    text: { type: 'string', default: '100' },
    scale: { type: 'string' },
  },
})
/** Of the file names of this run, empty for a run whose screenshots belong to the README. */
const suffix = [
  options['forced-colors'] && '-forced',
  options.text !== '100' && `-text${options.text}`,
  options.scale && `-x${options.scale}`,
]
  .filter(Boolean)
  .join('')
const widths = wanted.map(Number).filter(Boolean)
const names = wanted.filter((word) => Number.isNaN(Number(word)))
const missed: string[] = []

await mkdir(FOLDER, { recursive: true })
await mkdir(README_FOLDER, { recursive: true })
await seed()
const world = await startWorld()
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const width of widths.length > 0 ? widths : WIDTHS) await tour(browser, width)
} finally {
  await browser.close()
  await world.stop()
}
for (const one of missed) console.error(one)
if (missed.length > 0) process.exitCode = 1

async function tour(from: Browser, width: number) {
  const context = await from.newContext(settingsOf(width))
  await enlargeText(context)
  const page = await context.newPage()
  await page.goto('/')
  await waitForWorker(page)
  await all(page, GUEST, width)
  if (width < 500) await all(page, PHONE, width)
  await register(page)
  await all(page, MEMBER, width)
  if (chosen(OFFLINE).length > 0) {
    await prepareMember(page)
    world.cut()
    await context.setOffline(true)
    await all(page, OFFLINE, width)
  }
  world.restore()
  await context.close()
  await troubled(from, width)
}

/** Uses a new browser profile. */
async function troubled(from: Browser, width: number) {
  for (const screen of chosen(TROUBLE)) {
    const { userAgent } = screen
    const settings = { ...settingsOf(width), ...(userAgent && { userAgent }), serviceWorkers: 'block' } as const
    const context = await from.newContext(settings)
    await enlargeText(context)
    await context.route(
      ({ href }) => isInTrouble(href, screen),
      (route) => answerInTrouble(route, screen),
    )
    await all(await context.newPage(), [screen], width)
    await context.close()
  }
}

function isInTrouble(href: string, { answers }: Apart): boolean {
  if (answers === 'well') return false
  if (answers === 'half') return href.includes('/assets/index-')
  return href.startsWith(`${world.apiUrl}/api/`) || (answers === 'foreign' && href.includes('?reach'))
}

/** Responses that never arrive, for screenshots of loading states. */
function answerInTrouble(route: Route, { answers }: Apart): Promise<void> | undefined {
  if (answers === 'late') return undefined
  if (answers === 'foreign') return route.fulfill({ contentType: 'text/html', body: '<p>' })
  return route.fulfill({ status: answers === 'half' ? 404 : 500, body: '' })
}

function settingsOf(width: number) {
  return {
    baseURL: world.appUrl,
    viewport: { width, height: 800 },
    deviceScaleFactor: Number(options.scale ?? (width < 500 ? 2 : 1)),
    locale: 'fa-IR',
    reducedMotion: 'reduce',
    forcedColors: options['forced-colors'] ? 'active' : 'none',
  } as const
}

/** Shows all pages with the text size of this run, as a browser whose user has set another font size. */
function enlargeText(context: BrowserContext) {
  return context.addInitScript((percent) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { font-size: ${percent}% }`)
    document.adoptedStyleSheets = [sheet]
  }, options.text)
}

function chosen<One extends Screen>(screens: One[]): One[] {
  return screens.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
}

/** Collects screens that did not render, and continues with the others. */
async function all(page: Page, screens: Screen[], width: number) {
  for (const screen of chosen(screens)) {
    try {
      await shoot(page, screen, width)
    } catch (failure) {
      missed.push(`${screen.name}-${width}: ${failure instanceof Error ? failure.message.split('\n')[0] : failure}`)
    }
  }
}

async function shoot(page: Page, { name, at, ready, act, down }: Screen, width: number) {
  const path = typeof at === 'string' ? at : await at?.(page)
  if (path !== undefined) await page.goto(path)
  // The app shows a failure only after retrying for some seconds.
  if (ready !== undefined) await expect(page.locator(ready).first()).toBeVisible({ timeout: 30_000 })
  await act?.(page)
  if (down !== undefined) {
    await waitForIdle(page)
    await page.evaluate((to) => {
      const offset = typeof to === 'number' ? to : (document.querySelector(to)?.getBoundingClientRect().top ?? 0) - 80
      scrollTo({ top: offset + (typeof to === 'number' ? 0 : scrollY), behavior: 'instant' })
    }, down)
  }
  if (OFFLINE.some((one) => one.name === name))
    await expect(page.locator('html[style*="--offline-line"]')).toBeAttached()
  else if (!TROUBLE.some((one) => one.name === name)) await waitForIdle(page)
  // The server renders a picture on its first request, which may take long without network activity.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      const isOutside = bottom < 0 || top > innerHeight || right < 0 || left > innerWidth
      return image.complete || isOutside || !image.checkVisibility()
    }),
  )
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    missed.push(`${name}-${width}: wider than its window`)
  const file = `${name}-${width}${suffix}`
  const folder = IN_README.has(file) ? README_FOLDER : FOLDER
  const shot = await page.screenshot()
  const picture = await sharp(shot).webp({ quality: 82 }).toBuffer()
  await writeFile(join(folder, `${file}.webp`), picture)
  if (IN_STORE.has(file)) await writeFile(join(STORE_FOLDER, `${file}.webp`), await forStore(shot))
}

/** Compresses the manifest's screenshots, which are shown small and downloaded by many users. */
function forStore(shot: Buffer): Promise<Buffer> {
  return sharp(shot).webp({ quality: 64, effort: 6, smartSubsample: true }).toBuffer()
}

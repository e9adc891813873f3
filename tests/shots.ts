import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import seed from './e2e/seed.ts'
import { CHROMIUM_FLAGS, expect, register, startWorld, underWorker } from './e2e/world.ts'
import { findChromium } from './harness/chromium.ts'

/** `npm run shots`: pictures of the built app's screens and states at three widths, to be looked at; the README's among them. */
const FOLDER = resolve('.cache/shots')
const README_FOLDER = resolve('docs/screenshots')
const IN_README = new Set(['home-360', 'title-360', 'watchlist-360', 'sync-360', 'home-1280', 'title-1280'])
const WIDTHS = [360, 768, 1280]
const only = process.argv.slice(2).map(Number).filter(Boolean)

await mkdir(FOLDER, { recursive: true })
await mkdir(README_FOLDER, { recursive: true })
await seed()
const world = await startWorld()
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const width of only.length > 0 ? only : WIDTHS) {
    const context = await browser.newContext({
      baseURL: world.appUrl,
      viewport: { width, height: 800 },
      deviceScaleFactor: width < 500 ? 2 : 1,
      locale: 'fa-IR',
      reducedMotion: 'reduce',
    })
    await tour(await context.newPage(), width)
    world.restore()
    await context.close()
  }
} finally {
  await browser.close()
  await world.stop()
}

async function tour(page: Page, width: number) {
  const shot = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() =>
      Promise.all(
        [...document.images]
          .filter((image) => !image.complete && image.loading !== 'lazy')
          .map((image) => image.decode().catch(() => undefined)),
      ),
    )
    const png = await page.screenshot()
    const file = `${name}-${width}`
    const folder = IN_README.has(file) ? README_FOLDER : FOLDER
    await sharp(png)
      .webp({ quality: 82 })
      .toFile(join(folder, `${file}.webp`))
  }
  await page.goto('/')
  await underWorker(page)
  await page.reload()
  await expect(page.locator('main a[href^="/titles/"]').nth(8)).toBeVisible()
  await shot('home')
  await page.evaluate(() => scrollTo({ top: 760 }))
  await shot('grid')
  await page.goto('/?type=series&order_by=votes')
  await expect(page.locator('main a[href^="/titles/"]').nth(8)).toBeVisible()
  await shot('series')
  await page.goto('/?q=پدر')
  await expect(page.locator('main a[href^="/titles/"]').first()).toBeVisible()
  await shot('results')
  await page.goto('/?q=ققنوسان')
  await expect(page.getByText('متاسفانه موردی یافت نشد')).toBeVisible()
  await shot('nothing-found')
  await page.goto('/')
  await page.getByRole('button', { name: 'جستجو' }).first().click()
  await page.getByRole('combobox').fill('پدر')
  await expect(page.getByRole('option').first()).toBeVisible()
  await shot('search')
  for (const path of ['/auth/login', '/auth/register', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await shot(path.split('/').at(-1) ?? '')
  }
  await register(page)
  await page.goto('/user/watchlist')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await shot('watchlist-empty')
  const found = page.locator('main a[href^="/titles/"]')
  await page.goto('/?order_by=rating')
  await expect(found.nth(8)).toBeVisible()
  const paths = [...new Set(await found.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))].slice(
    -9,
  )
  for (const path of paths) {
    await page.goto(path)
    const save = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
    await save.click()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await page.waitForLoadState('networkidle')
  }
  await shot('title')
  await page.evaluate(() => scrollTo({ top: 900 }))
  await shot('title-cast')
  await page.goto('/?type=series&order_by=votes')
  await expect(found.nth(8)).toBeVisible()
  await page.goto((await found.last().getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 700 }))
  await shot('series-title')
  world.cut()
  await page.context().setOffline(true)
  await page.goto(paths[0] ?? '')
  const saved = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
  await saved.click()
  await expect(saved).toHaveAttribute('aria-pressed', 'false')
  await saved.click()
  await expect(saved).toHaveAttribute('aria-pressed', 'true')
  await page.goto(paths[1] ?? '')
  const liked = page
    .getByRole('main')
    .getByRole('button', { name: /^پسندیدن/ })
    .first()
  await liked.click()
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/user/watchlist')
  await expect(found.first()).toBeVisible()
  await shot('watchlist')
  await page
    .getByRole('button', { name: /همگام‌سازی/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shot('sync')
  await page.goto('/titles/3/never-seen')
  await expect(page.getByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeVisible()
  await shot('unseen')
  await page.context().setOffline(false)
  world.restore()
}

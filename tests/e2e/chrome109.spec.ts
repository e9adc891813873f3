import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deploy, test } from './deploy.ts'
import { expect, register, waitForWorker } from './world.ts'

/** Runs before the scripts of a page or worker: removes what Chrome got after version 109 and the app uses. */
const REMOVE_NEWER = `
for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
for (const name of ['isWellFormed', 'toWellFormed']) delete String.prototype[name];
if (self.Document) delete Document.prototype.startViewTransition;
`
/** Replaces mixed colours by a function that no browser has. */
const withoutMixedColours = (text: string) => text.replaceAll('color-mix(', 'mix-of-chrome-111(')

test('in Chrome 109 the app shows its screens with a background, and opens them again without a network', async ({
  device,
  world,
}) => {
  const assets = join(world.dist, 'app/assets')
  for (const name of readdirSync(assets)) {
    if (/\.css\.(br|gz)$/.test(name)) rmSync(join(assets, name))
    else if (name.endsWith('.css')) {
      writeFileSync(join(assets, name), withoutMixedColours(readFileSync(join(assets, name), 'utf8')))
    }
  }
  await deploy(world, 'chrome-109', (script) => REMOVE_NEWER + script, withoutMixedColours)

  const { page, context } = device
  await context.addInitScript(REMOVE_NEWER)
  await register(page)
  await waitForWorker(page)
  expect(await page.evaluate(() => CSS.supports('color', 'mix-of-chrome-111(in srgb, red, red)'))).toBe(false)
  const title = page.locator('main a[href^="/titles/"]').last()
  const path = (await title.getAttribute('href')) ?? ''
  await title.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^ذخیره/ })
    .first()
    .click()
  await page.goto('/categories')
  const tile = page.locator('main a[href^="/genres/"]').last()
  await expect(tile).toBeVisible()
  // Without a fallback, a colour that mixes a variable is transparent.
  await expect(tile).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.goto('/user/watchlist')
  await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()

  world.cut()
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/user/watchlist')
  await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()
})

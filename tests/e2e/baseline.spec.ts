import { readdirSync, readFileSync } from 'node:fs'
import { ABOVE_BASELINE, BASELINE, GUARDED } from '../../vite.baseline.ts'
import { expect, test } from './world.ts'

/** hls.js guards what it uses of newer browsers itself, and is a file of its own. */
const FILES = readdirSync('dist/app', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!hls-.*)\.js$/.test(name),
)

test('the built files use no API above the baseline without a guard', () => {
  expect(FILES.length).toBeGreaterThan(10)
  const found = FILES.flatMap((name) => {
    let code = readFileSync(`dist/app/${name}`, 'utf8')
    for (const { use } of GUARDED) code = code.replace(new RegExp(use, 'g'), '')
    return Object.entries(ABOVE_BASELINE)
      .filter(([, use]) => use.test(code))
      .map(([api]) => `${name}: ${api}`)
  })
  expect(found).toEqual([])
})

test('the page for older browsers names the browsers of the baseline', () => {
  const page = readFileSync('dist/app/unsupported.html', 'utf8')
  for (const browser of BASELINE) expect(page).toContain(browser.replace(/^\D+/, ''))
})

test('an older browser is told to update, without the app running', async ({ page, console: errors }) => {
  errors.allow(/ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForURL('**/unsupported.html')
  await expect(page.getByRole('heading', { name: 'مرورگر شما برای «پرده» قدیمی است' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 14, 15)')
})

import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/world.ts'
import { recordCalls } from './session.ts'

test.use({ serviceWorkers: 'block' })

const WIDTHS = [360, 1280]
const NOTHING = 'متاسفانه موردی یافت نشد'

const field = (page: Page) => page.getByRole('combobox', { name: 'جستجوی فیلم، سریال، بازیگر…' })
const options = (page: Page) => page.getByRole('option')
const icon = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'جستجو', exact: true })

/** Opens the search if it is closed, and types. */
async function search(page: Page, query: string) {
  if (await field(page).isHidden()) await icon(page).click()
  await field(page).fill(query)
}

for (const width of WIDTHS) {
  test(`the search finds titles and people and leads to the full search, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const isPhone = width < 675

    await test.step('2.32, 2.33, 4.5 the icon opens an input with tabs for titles and people', async () => {
      await expect.soft(field(page)).toBeHidden()
      await icon(page).click()
      await expect(field(page)).toBeFocused()
      await expect.soft(page.getByRole('tab')).toHaveText(['عنوان‌ها', 'اشخاص'])
    })
    await test.step('2.37, 4.5, 9.2 results of the input: a desktop shows six titles and a link to more', async () => {
      await field(page).fill('the')
      await expect(options(page).first()).toBeVisible()
      const more = page.getByRole('link', { name: 'نمایش نتایج بیشتر' })
      if (isPhone) expect.soft(await options(page).count()).toBeGreaterThan(6)
      else await expect.soft(options(page)).toHaveCount(6)
      await expect.soft(more).toBeVisible({ visible: !isPhone })
    })
    await test.step('9.2 a desktop cuts more than eight people to six', async () => {
      const people = page.waitForResponse((answer) => answer.url().includes('/api/people/search?q=john'))
      await field(page).fill('john')
      await page.getByRole('tab', { name: 'اشخاص' }).click()
      const found = (await (await people).json()).data.length
      expect(found).toBeGreaterThan(8)
      await expect.soft(options(page)).toHaveCount(isPhone ? found : 6)
    })
    await test.step('2.38 an empty result says so', async () => {
      await field(page).fill('zzzzqqq')
      await expect(page.getByText(NOTHING)).toBeVisible()
    })
    await test.step('4.5 a click elsewhere returns to the menu', async () => {
      // On a phone the search covers the whole screen.
      if (isPhone) await page.getByRole('button', { name: 'بستن جستجو' }).click()
      else await page.getByRole('heading', { level: 1 }).click({ position: { x: 2, y: 2 } })
      await expect(field(page)).toBeHidden()
      await expect.soft(icon(page)).toBeVisible()
    })
    await test.step('2.35 Escape closes the search', async () => {
      await search(page, 'پد')
      await field(page).press('Escape')
      await expect(field(page)).toBeHidden()
      await expect.soft(icon(page)).toBeFocused()
    })
    await test.step('2.34, 5.2, 9.4 Enter and the icon open the full search for more than two characters', async () => {
      const visited: string[] = []
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).search))
      await search(page, 'پد')
      await field(page).press('Enter')
      await field(page).pressSequentially('ر')
      await field(page).press('Enter')
      await expect(page).toHaveURL(`/?order_by=votes&type=all&q=${encodeURIComponent('پدر')}`)
      expect.soft(visited).toHaveLength(1)
      // The address changes first.
      await expect(field(page)).toBeHidden()
      await search(page, 'the godfather')
      await page.getByRole('search').getByRole('button', { name: 'جستجو', exact: true }).click()
      await expect(page).toHaveURL(/\?order_by=votes&type=all&q=the(\+|%20)godfather$/)
    })
  })
}

test('a click on the icon before the app has started opens the search', async ({ page, world }) => {
  const script = world.app.hold(({ url = '' }) => /^\/assets\/index-.*\.js/.test(url), 'request')
  await page.goto('/contact', { waitUntil: 'commit' })
  await test.step('2.32 the icon of the frame that the page shows first', async () => {
    await page.waitForFunction(() => 'takeEarlyClicks' in window)
    await icon(page).click()
    script.release()
    await expect(page.getByRole('heading', { level: 1, name: 'پشتیبانی' })).toBeVisible()
    await expect(field(page)).toBeFocused()
  })
})

test('results show what the answers hold', async ({ page, world }) => {
  const calls = recordCalls(page, world)
  const answers: Record<string, unknown>[] = []
  page.on('response', async (response) => {
    if (/\/search\?q=/.test(response.url()) && response.request().method() === 'GET')
      answers.push(...(await response.json()).data)
  })
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('1.1, 2.36, 3.1, 7.11 a title', async () => {
    await search(page, 'the godfather')
    const first = options(page).first()
    await expect(first).toContainText('The Godfather')
    expect.soft(calls).toContain('GET /api/titles/search?q=the+godfather&resource=menu')
    await expect.soft(first).toContainText('پدرخوانده')
    await expect.soft(first).toContainText('۱۹۷۲، ')
    await expect.soft(first).toContainText('درام')
    await expect.soft(first.locator('img')).toHaveCount(1)
    const rating = first.getByRole('img', { name: /^امتیاز IMDb/ })
    await expect.soft(rating.locator('b')).toHaveText('۹')
    await expect.soft(rating).toHaveText(/^۹٫[۰-۹]$/)
    await expect.soft(first.getByRole('img', { name: /^راتن تومیتوز/ })).toBeVisible()
    expect.soft(answers[0]).toMatchObject({
      id: expect.any(Number),
      path: expect.stringMatching(/^\/titles\//),
      poster: expect.anything(),
      titleEn: 'The Godfather',
      titleFa: 'پدرخوانده',
      year: 1972,
      genres: expect.arrayContaining([{ id: expect.any(Number), titleFa: expect.any(String) }]),
      rating: expect.any(Number),
      rottenTomatoes: { rtMeter: expect.any(Number), rtStatus: expect.any(String) },
    })
  })
  await test.step('2.39, 3.2, 7.14 a director and an actor', async () => {
    await page.getByRole('tab', { name: 'اشخاص' }).click()
    for (const [query, name, best, text] of [
      ['coppola', 'فرانسیس فورد کاپولا', 'bestDirected', /بهترین کارگردانی: ?The Godfather/],
      ['pacino', 'آل پاچینو', 'bestStarred', /بهترین بازی: ?The Godfather/],
    ] as const) {
      answers.length = 0
      await field(page).fill(query)
      const person = options(page).filter({ hasText: name })
      await expect(person).toContainText(new RegExp(query, 'i'))
      await expect.soft(person).toContainText(text)
      expect.soft(calls).toContain(`GET /api/people/search?q=${query}`)
      expect.soft(answers[0]).toMatchObject({
        id: expect.any(Number),
        path: expect.stringMatching(/^\/people\//),
        image: expect.anything(),
        fullnameEn: expect.any(String),
        fullnameFa: expect.any(String),
        job: expect.stringMatching(/^(actor|director)$/),
        [best]: expect.any(String),
      })
    }
  })
})

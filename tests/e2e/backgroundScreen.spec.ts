import type { Page } from '@playwright/test'
import { expect, register, test, waitForIdle, waitForWorker } from './world.ts'

const cards = (page: Page) => page.locator('main article:not(section article) a:has([data-poster])')
const story = (page: Page) => page.getByRole('region', { name: 'داستان' })

/** Opens a card far down the home screen and returns the scroll position. */
async function openOneBelow(page: Page): Promise<number> {
  const card = cards(page).nth(11)
  await card.scrollIntoViewIfNeeded()
  await waitForIdle(page)
  // Scrolls the card out from under the header now, not between reading the scroll position and the click.
  await card.click({ trial: true })
  const position = await page.evaluate(() => scrollY)
  expect(position).toBeGreaterThan(300)
  await card.evaluate((one) => Object.assign(window, { opened: one }))
  await card.click()
  await expect(story(page)).toBeVisible()
  return position
}
/** The state of the clicked card in the background screen. */
const opened = (page: Page) =>
  page.evaluate(() => {
    const { opened: card } = window as unknown as { opened: HTMLElement }
    card.focus()
    return {
      isMounted: card.isConnected,
      isSeen: card.checkVisibility({ contentVisibilityAuto: true }),
      takesFocus: document.activeElement === card,
    }
  })

test('the home stays mounted, hidden and inert behind a title, and back shows it unchanged in the next frame', async ({
  page,
}) => {
  await page.goto('/')
  const position = await openOneBelow(page)
  expect(await opened(page)).toEqual({ isMounted: true, isSeen: false, takesFocus: false })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page).toHaveTitle(`${name} | پرده`)

  const next = page.evaluate(
    () =>
      new Promise((done) => {
        const look = () =>
          done({
            at: scrollY,
            isSeen: (window as unknown as { opened: HTMLElement }).opened.checkVisibility({
              contentVisibilityAuto: true,
            }),
            // The title has not been unmounted yet.
            isTitleMounted: document.querySelector('main [data-poster] ~ * h1, main header h1') !== null,
          })
        addEventListener('popstate', () => requestAnimationFrame(look), { once: true })
      }),
  )
  await page.evaluate(() => history.back())
  expect(await next).toEqual({ at: position, isSeen: true, isTitleMounted: true })

  await expect(page).toHaveTitle(/خانه/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await opened(page)).toEqual({ isMounted: true, isSeen: true, takesFocus: true })
  expect(await page.evaluate(() => scrollY)).toBe(position)
})

test('going forward during back stays on the title', async ({ page }) => {
  await page.goto('/')
  await openOneBelow(page)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.evaluate(() => {
    addEventListener('popstate', () => history.forward(), { once: true })
    history.back()
  })
  await expect(page).toHaveURL(/\/titles\//)
  await expect(page).toHaveTitle(`${name} | پرده`)
  await expect(story(page)).toBeVisible()
  expect((await opened(page)).isSeen).toBe(false)
})

test('a link to the home opens it at the top', async ({ page }) => {
  await page.goto('/')
  await openOneBelow(page)
  await page.getByRole('banner').getByRole('link', { name: 'پرده' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page).toHaveTitle(/خانه/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('saving on a title page updates the card on the home behind it', async ({ page }) => {
  await register(page)
  await page.goto('/')
  await openOneBelow(page)
  await page.locator('main header').getByRole('button', { name: 'ذخیره' }).click()
  await page.goBack()
  await expect(
    page.locator('main article:has([data-poster]):not(section article)').nth(11).getByRole('button', { name: 'ذخیره' }),
  ).toHaveAttribute('aria-pressed', 'true')
})

test('a click on a card shows the instant title preview while the page loads', async ({ page, world }) => {
  await page.goto('/?order_by=votes')
  await waitForWorker(page)
  const preview = page.locator('#main ~ [aria-hidden="true"]').filter({ has: page.locator('h1') })
  await expect(preview).toBeAttached()
  await expect(preview).toHaveCSS('opacity', '0')
  const card = cards(page).nth(2)
  const name = await card.getByRole('heading').innerText()
  const path = (await card.getAttribute('href')) ?? ''
  const held = world.api.hold(
    ({ url = '' }) => url.startsWith(`/api${path.split('/').slice(0, 3).join('/')}`),
    'answer',
  )

  // A card opened in another tab shows no preview here.
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    cards(page)
      .nth(3)
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await beside.close()
  await expect(preview).toHaveCSS('opacity', '0')

  const first = preview.evaluate(
    (one) =>
      new Promise((done) => {
        const look = () => {
          const words = one.querySelector('h1')?.textContent
          if (words && getComputedStyle(one).opacity === '1') done({ words, at: location.pathname })
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await card.click()
  expect(await first).toEqual({ words: name, at: '/' })
  await held.met
  held.release()
  await expect(story(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(preview).toHaveCSS('opacity', '0')
  await expect(preview.locator('h1')).toBeEmpty()

  // A cached title needs no preview.
  await page.goBack()
  await preview.evaluate((one) => {
    new MutationObserver(() => one.setAttribute('data-was-up', '')).observe(one, { attributeFilter: ['data-up'] })
  })
  await cards(page).nth(2).click()
  await expect(story(page)).toBeVisible()
  await expect(preview).not.toHaveAttribute('data-was-up')
})

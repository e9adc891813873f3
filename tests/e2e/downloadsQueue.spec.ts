import type { Locator, Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, register, test, waitForWorker } from './world.ts'

/** Free films of the catalogue. */
const FILMS = [68646, 111161, 468569]

/** Adds a download of each film. */
async function addDownloads(page: Page) {
  for (const id of FILMS) {
    await page.goto(`/titles/${id}/files`)
    await page
      .getByRole('button', { name: /^دانلود در برنامه: / })
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio').last().check()
    await sheet.getByRole('button', { name: 'شروع دانلود' }).click()
    await expect(sheet).toBeHidden()
  }
}

const queue = (page: Page) => page.getByRole('region', { name: 'در صف دانلود' })
const handles = (page: Page) => queue(page).getByRole('button', { name: /^جابه‌جایی / })
/** What each item of the queue is, in its order. */
const order = (page: Page) => handles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

/** Waits until a move is stored, which is later than it shows. */
const stored = (page: Page) => expect(queue(page).locator('[aria-busy=true]')).toHaveCount(0)

async function centerOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element has no box')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('the queue of downloads is reordered by drag and by keyboard, and keeps its order over a reload', async ({
  page,
  world,
}) => {
  await register(page)
  await waitForWorker(page)
  // Permissions are answered, segments are not: the downloads stay in the queue.
  world.api.setFaultRule(({ url = '' }) => (/\.(m4s|mp4)(\?|$)/.test(url) ? { there: 600_000, back: 0 } : undefined))
  await addDownloads(page)
  await page.goto('/user/downloads')
  await expect(handles(page)).toHaveCount(3)
  const [first = '', second = '', third = ''] = await order(page)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(await violationsOf(page)).toEqual([])

  // A click without a drag moves nothing.
  await handles(page).first().click()
  expect(await order(page)).toEqual([first, second, third])
  const [from, to] = [await centerOf(handles(page).nth(0)), await centerOf(handles(page).nth(2))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x, to.y + 10, { steps: 12 })
  await expect(page.getByText('در جای ۳ از ۳')).toBeAttached()
  // The list scrolls beside the handle and drags on it alone.
  expect(
    await handles(page)
      .first()
      .evaluate((handle) => getComputedStyle(handle).touchAction),
  ).toBe('none')
  expect(await queue(page).evaluate((list) => getComputedStyle(list).touchAction)).toBe('auto')
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual([second, third, first])
  await stored(page)
  await page.reload()
  await expect(handles(page)).toHaveCount(3)
  expect(await order(page)).toEqual([second, third, first])

  await handles(page).last().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/برداشته شد؛ جای ۳ از ۳/)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('در جای ۲ از ۳')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('در جای ۱ از ۳')).toBeAttached()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect.poll(() => order(page)).toEqual([first, second, third])
  await expect(handles(page).first()).toBeFocused()
  await stored(page)
  await page.reload()
  await expect(handles(page)).toHaveCount(3)
  expect(await order(page)).toEqual([first, second, third])
})

import type { CDPSession, Page } from '@playwright/test'
import { expect, register, test } from './world.ts'

const WALL = '/screenshots/68646'

/** Simulates fingers at fractions of the screen's width, above the picture of a phone in portrait. */
async function fingers(page: Page) {
  const client: CDPSession = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: number[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((part, id) => ({ x: part * width, y: height / 4, id })),
    })
  /** Moves along these steps, each a list of the fingers' positions. */
  return async (...way: number[][]) => {
    for (const [at, points] of way.entries()) await send(at === 0 ? 'touchStart' : 'touchMove', points)
    await send('touchEnd', [])
  }
}

test('a picture opens large, changes by key and swipe, zooms by pinch, is shared and closes', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await register(page)
  await page.goto(WALL)
  const second = page.getByRole('link', { name: /^تصویر ۲ از/ })
  await second.click()
  const large = page.getByRole('dialog')
  const current = large.locator('.yarl__slide_current')
  const shown = (digit: string) => expect(current.locator('img')).toHaveAttribute('alt', new RegExp(`^تصویر ${digit} `))
  await expect(page).toHaveURL(`${WALL}?shot=2`)
  await shown('۲')

  // In a right-to-left page a swipe to the right and the left arrow key show the next picture. The swipe comes first,
  // because the lightbox ignores swipes while it moves to another picture.
  const touch = await fingers(page)
  await touch([0.3], [0.4], [0.5], [0.6], [0.7], [0.8])
  await expect(page).toHaveURL(`${WALL}?shot=3`)
  await shown('۳')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${WALL}?shot=2`)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`${WALL}?shot=3`)
  await shown('۳')

  // The lightbox takes a pinch for a swipe until it knows the size of the picture and offers to enlarge it, and ignores
  // one that starts on the picture that is moving away.
  await expect(large.getByRole('button', { name: 'بزرگ‌تر' })).toBeEnabled()
  await expect.poll(() => large.evaluate((box) => box.getAnimations({ subtree: true }).length)).toBe(0)
  await touch([0.45, 0.55], [0.35, 0.65], [0.25, 0.75], [0.15, 0.85])
  await expect(large.getByRole('button', { name: 'کوچک‌تر' })).toBeEnabled()

  await large.getByRole('button', { name: 'اشتراک‌گذاری این تصویر' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${WALL}?shot=3`)

  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(page).toHaveURL(WALL)
  await expect(second).toBeFocused()

  // The address of a missing picture opens the nearest one, and closing leads to the picture list.
  await page.goto(`${WALL}?shot=99`)
  await shown('۷')
  await page.mouse.click(40, 150)
  await expect(page).toHaveURL(WALL)
  await expect(large).toHaveCount(0)
})

import { expect, test, waitForIdle, waitForWorker } from './world.ts'

test('a page at rest runs no animation, which would cost battery', async ({ page }) => {
  for (const path of ['/', '/tv', '/titles/68646/the-godfather', '/collections', '/auth/login']) {
    await page.goto(path)
    await waitForWorker(page)
    await waitForIdle(page)
    // Laid out when the page is idle; its placeholders move only while it is shown.
    await expect(page.locator('[class*=TitlePreview-preview] [class*=Skeleton-skeleton]').first()).toBeAttached()
    const running = () =>
      page.evaluate(() =>
        document.getAnimations().flatMap(({ playState, effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return playState === 'running' ? [target?.className ?? ''] : []
        }),
      )
    await expect.poll(running, path).toEqual([])
  }
})

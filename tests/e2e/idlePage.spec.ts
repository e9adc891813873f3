import { expect, test, waitForIdle, waitForWorker } from './world.ts'

test('an idle page runs no animation', async ({ page }) => {
  for (const path of ['/', '/tv', '/titles/68646/the-godfather', '/collections', '/auth/login']) {
    await page.goto(path)
    await waitForWorker(page)
    await waitForIdle(page)
    // The hidden title preview is there, with placeholders that move when it is shown.
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

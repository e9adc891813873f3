import { register, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

const FILES = '/titles/68646/files'
const PLAY = { css: 'main a[href^="/watch/"]', text: 'پخش' }

test('a film plays, is downloaded, and plays without a network', async ({ tab, world }) => {
  await register(tab)
  await waitForWorker(tab)
  await tab.goto('/titles/68646/the-godfather')
  await tab.click(PLAY)
  await plays(tab)

  await tab.goto(FILES)
  await tab.click({ css: 'main button[aria-label^="دانلود در برنامه: "]' })
  await tab.click({ css: '[role=dialog] button', name: 'شروع دانلود' })
  await tab.misses({ css: '[role=dialog]' })
  await tab.goto('/user/downloads')
  await tab.sees(PLAY)

  world.cut()
  await tab.reload()
  await tab.click(PLAY)
  await plays(tab)
})

/** Waits until the film has played for more than a second. */
function plays(tab: Tab) {
  return eventually(async () => {
    const time = await tab.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    expect(time).toBeGreaterThan(1.5)
  })
}

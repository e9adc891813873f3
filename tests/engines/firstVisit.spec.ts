import { expect, test } from './scenario.ts'

test('a first visit shows titles, installs the worker, and opens without a network afterwards', async ({
  tab,
  world,
}) => {
  await tab.goto('/')
  await tab.sees({ css: 'main article a[href^="/titles/"]' })
  await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  world.cut()
  await tab.reload()
  await tab.sees({ css: 'main article a[href^="/titles/"]' })
})

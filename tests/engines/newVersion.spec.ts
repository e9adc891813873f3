import { deploy } from '#tests/e2e/deploy.ts'
import { effects, expectSent } from '#tests/e2e/sync/user.ts'
import { openTitle, register, SAVE, toggle, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

test.use({ ownDist: true })

test('two open tabs update to a new build by themselves, once, and keep what waits to be sent', async ({
  device,
  world,
}) => {
  const { tab } = device
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)
  world.api.setFaultRule(({ method }) => (method === 'POST' ? 'refuse' : undefined))
  await toggle(tab, SAVE, true)
  const other = await device.newTab()
  await other.goto('/contact')
  await deploy(world, 'next')

  // At which a page checks for a new version.
  await tab.evaluate(() => dispatchEvent(new Event('online')))
  for (const one of [tab, other]) {
    await hasVersion(one, 'next')
    await one.evaluate(() => void Object.assign(window, { isSame: true }))
  }
  world.api.setFaultRule(undefined)
  await tab.evaluate(() => dispatchEvent(new Event('online')))
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true])
  await other.goto('/user/watchlist')
  await other.sees({ css: `main a[href="${title.path}"]` })
  expect(await tab.evaluate(() => 'isSame' in window)).toBe(true)
})

function hasVersion(tab: Tab, version: string) {
  return eventually(async () => {
    const found = await tab.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content'))
    expect(found).toBe(version)
  })
}

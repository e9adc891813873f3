import { effects, expectSent } from '#tests/e2e/sync/user.ts'
import { isPressed, openTitle, register, SAVE, toggle } from './app.ts'
import { expect, test } from './scenario.ts'

test.use({ isPrivate: true })

test('in a private window a member browses and saves a title, which survives a reload and is sent once', {
  tag: '@long',
}, async ({ tab, world }) => {
  await register(tab)
  const title = await openTitle(tab)
  world.api.setFaultRule(({ method }) => (method === 'POST' ? 'refuse' : undefined))
  await toggle(tab, SAVE, true)
  await tab.reload()
  await isPressed(tab, SAVE, true)
  world.api.setFaultRule(undefined)
  await tab.goto('/user/watchlist')
  await tab.sees({ css: `main a[href="${title.path}"]` })
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true])
})

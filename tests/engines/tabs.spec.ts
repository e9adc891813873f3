import { expectSent } from '#tests/e2e/sync/user.ts'
import { isPressed, openTitle, register, SAVE, toggle, waitForWorker } from './app.ts'
import { eventually } from './engine.ts'
import { expect, test } from './scenario.ts'

test('two tabs follow each other’s changes, and a sign-out in one deletes the user’s data and clears the other', async ({
  device,
}) => {
  const { tab } = device
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)
  const other = await device.newTab()
  await other.goto(title.path)
  await toggle(other, SAVE, true)
  await tab.show()
  await isPressed(tab, SAVE, true)
  await toggle(tab, SAVE, false)
  await other.show()
  await isPressed(other, SAVE, false)
  await expectSent(other)

  await other.goto('/user/watchlist')
  await other.sees({ css: 'h1, h2', text: 'هنوز چیزی ذخیره نکرده‌اید' })
  await tab.show()
  await tab.goto('/auth/logout')
  await tab.isAt('/')
  await other.show()
  await other.sees({ css: 'main', text: 'فهرست شما پشت همین پرده است' })
  await eventually(async () => {
    const left = await other.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('parde-user')),
      cookie: document.cookie.includes('token='),
    }))
    expect(left).toEqual({ databases: [], cookie: false })
  })
})

import { expect, register, test } from './world.ts'

test('other tabs follow at once: signing in takes a waiting one along, signing out leaves nothing of the person in it', async ({
  context,
  page,
  console,
}) => {
  // What a tab was asking for when the session ended under it.
  console.allow(/status of 401/)
  const other = await context.newPage()
  await other.goto('/auth/login?redirect=/user/watchlist')
  await expect(other.getByLabel('ایمیل')).toBeVisible()

  await register(page)
  await expect(other).toHaveURL(/\/user\/watchlist$/)
  await expect(other.getByRole('heading', { name: 'هنوز چیزی ذخیره نکرده‌اید' })).toBeVisible()

  await page.goto('/auth/logout')
  await expect(page).toHaveURL(/\/$/)
  await expect(other.getByText('فهرست شما پشت همین پرده است')).toBeVisible()
  const left = async () =>
    other.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('parde-user')),
      cookie: document.cookie.includes('token='),
    }))
  await expect.poll(left).toEqual({ databases: [], cookie: false })
})

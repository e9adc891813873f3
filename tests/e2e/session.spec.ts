import { expect, register, test } from './world.ts'

test('other tabs follow a sign-in to their redirect target, and clear the user after a sign-out', async ({
  context,
  page,
  console,
}) => {
  // A request of another tab that was in flight when the session ended.
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

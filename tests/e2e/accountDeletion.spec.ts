import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parde } from './parde.ts'
import { callAsOtherDevice, expect, NETWORK_ERRORS, register, test, waitForWorker } from './world.ts'

const DELETED = 'حساب حذف شد و داده‌های آن از این دستگاه هم پاک شد'

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth/login')
  await page.getByLabel('ایمیل').fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(/\/$/)
}

/** What is left of a user on a device. */
function leftOn(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('parde-user')),
    cookie: document.cookie.includes('token='),
  }))
}
const NOTHING = { databases: [], cookie: false }

test('an account is deleted after its export, and its other device cleans itself when it is back', async ({
  page,
  context,
  browser,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  const account = await register(page)
  await callAsOtherDevice(context, world, '/api/user/watchlist/68646', { saved: true })
  const phone = await browser.newContext({ baseURL: world.appUrl })
  const other = await phone.newPage()
  await signIn(other, account)
  await waitForWorker(other)
  await other.goto('/user/watchlist')
  await expect(other.locator('main a[href*="/titles/68646/"]').first()).toBeVisible()
  await phone.setOffline(true)

  await page.goto('/user/account')
  await page.getByRole('link', { name: 'حذف حساب' }).click()
  await expect(page.getByRole('heading', { name: 'حذف حساب', level: 1 })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'دریافت همهٔ داده‌ها' }).click(),
  ])
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ watchlist: [{ titleId: 68646 }] })
  await page.getByRole('button', { name: 'ادامه', exact: true }).click()
  const submit = page.getByRole('button', { name: 'حذف همیشگی حساب' })
  await page.getByLabel('گذرواژه', { exact: true }).fill('something else')
  await submit.click()
  await expect(page.getByText('گذرواژهٔ فعلی درست نیست.')).toBeVisible()
  await page.getByLabel('گذرواژه', { exact: true }).fill(account.password)
  await submit.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(DELETED)).toBeVisible()
  expect(await leftOn(page)).toEqual(NOTHING)

  await other.reload()
  await expect(other.locator('main a[href*="/titles/68646/"]').first()).toBeVisible()
  await phone.setOffline(false)
  await expect(other.getByText(DELETED)).toBeVisible()
  await expect.poll(() => leftOn(other)).toEqual(NOTHING)
  await other.getByRole('button', { name: 'متوجه شدم' }).click()
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/(login|register)/)
  await expect(other.getByText(DELETED)).toHaveCount(0)
  await phone.close()
})

test('a device with an open page learns at once that the operator deleted the account', async ({
  page,
  world,
  console,
}) => {
  console.allow(/status of 401/)
  const { email } = await register(page)
  await page.goto('/user/dashboard')
  expect(await parde(world, 'user', 'delete', email)).toContain('isDeleted')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await parde(world, 'user', 'delete', email, '--yes')
  await expect(page.getByText(DELETED)).toBeVisible()
  await expect.poll(() => leftOn(page)).toEqual(NOTHING)
})

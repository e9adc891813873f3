import type { Page } from '@playwright/test'
import { expect, test, type World } from '#tests/e2e/world.ts'
import { notifyMember, openAsMember, request, TITLE } from './session.ts'

test.use({ serviceWorkers: 'block' })

const callsOf = (world: World, method: string, path: string) =>
  world.api.exchanges.filter((made) => made.method === method && made.path === path)

/** Waits for a POST and returns its body. */
async function sentTo(world: World, path: string): Promise<unknown> {
  const call = () => callsOf(world, 'POST', path)[0]
  await expect.poll(() => call()?.status, path).toBeLessThan(300)
  return JSON.parse(call()?.requestBody ?? '{}')
}
const toggle = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first()

test.beforeEach(({ world }) => {
  world.api.exchanges.length = 0
})

test('what a member does reaches the server by the specified calls', async ({ page, context, world }) => {
  const account = await openAsMember(page, context, world)
  await notifyMember(world, account)
  await page.goto(`/titles/${TITLE}/the-godfather`)
  await test.step('7.28 saving', async () => {
    await toggle(page, 'ذخیره').click()
    expect.soft(await sentTo(world, `/api/user/watchlist/${TITLE}`)).toMatchObject({ saved: true })
  })
  await test.step('7.29 liking', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^پسندیدن/ })
      .first()
      .click()
    expect.soft(await sentTo(world, `/api/user/like/${TITLE}`)).toMatchObject({ liked: true })
  })
  await test.step('7.30 a comment', async () => {
    world.api.exchanges.length = 0
    await page.getByLabel('نظر شما').first().fill('بار دوم هم دیدنی است')
    await page.getByRole('button', { name: 'ارسال نظر' }).click()
    expect
      .soft(await sentTo(world, '/api/user/comment'))
      .toMatchObject({ titleId: TITLE, body: 'بار دوم هم دیدنی است' })
  })
  await test.step('7.25 a request', async () => {
    await page.goto('/user/new-request')
    await page.getByRole('textbox', { name: 'نام فیلم یا سریال' }).fill('نامی که نیست')
    await page.getByRole('button', { name: 'فرستادن درخواست' }).click()
    expect.soft(await sentTo(world, '/api/user/request')).toMatchObject({ name: 'نامی که نیست' })
  })
  await test.step('7.23 notifications that were seen', async () => {
    await page.goto('/user/notifications')
    expect.soft(await sentTo(world, '/api/user/notifications')).toBeDefined()
  })
})

test('a member buys a plan and reserves another one', async ({ page, context, world }) => {
  await openAsMember(page, context, world)
  const isChecked = () => page.evaluate(() => localStorage.getItem('check-until') === null)
  await test.step('4.6, 4.8 a stored time in the future leads to a check, and is removed without a payment', async () => {
    await page.evaluate(() => localStorage.setItem('check-until', String(Date.now() + 60_000)))
    await page.goto('/contact')
    await expect.poll(() => callsOf(world, 'GET', '/api/user/payment-check').length).toBeGreaterThan(0)
    await expect.poll(isChecked).toBe(true)
    await expect.soft(page).toHaveURL(/\/contact$/)
  })
  await test.step('7.26 buying', async () => {
    await page.goto('/premium/join/1')
    await page.getByRole('button', { name: /^پرداخت/ }).click()
    await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
    expect.soft(await sentTo(world, '/api/user/join2')).toMatchObject({ planId: 1 })
  })
  await test.step('4.6, 4.7, 4.8 a payment whose return was lost leads to its receipt at the next start', async () => {
    await request(page.url(), { method: 'POST', body: new URLSearchParams({ act: 'pay' }) })
    await page.goto('/contact')
    await expect(page).toHaveURL(/\/successful-payment$/)
    await expect(page.getByRole('heading', { level: 1, name: 'پرداخت موفق' })).toBeVisible()
    await expect.poll(isChecked).toBe(true)
  })
  await test.step('7.27 reserving', async () => {
    await page.goto('/premium/join/2')
    await expect(page.getByRole('radio', { name: 'پس از اشتراک فعلی' })).toBeChecked()
    await page.getByRole('button', { name: /^پرداخت/ }).click()
    await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
    expect.soft(await sentTo(world, '/api/user/reserve2')).toMatchObject({ planId: 2 })
  })
})

import type { CDPSession, Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, NETWORK_ERRORS, register, test } from './world.ts'

/** Gives the page's browser a device with a screen lock that confirms its user at once (DevTools protocol). */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

const stored = async ({ session, authenticatorId }: { session: CDPSession; authenticatorId: string }) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/** Refuses to confirm the user, as a user who closes the dialog. */
const confirmUser = ({ session, authenticatorId }: { session: CDPSession; authenticatorId: string }, is: boolean) =>
  session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is })

async function signOut(page: Page) {
  await page.goto('/auth/logout')
  await expect(page).toHaveURL(/\/$/)
}

async function signInByPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth/login')
  await page.getByLabel('ایمیل', { exact: false }).fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(/\/$/)
}

// Requests of the page that were in flight when the session ended.
test.beforeEach(({ console: errors }) => errors.allow(/status of 401/))

const OFFER = 'دفعهٔ بعد بدون گذرواژه وارد شوید'
const byPasskey = (page: Page) => page.getByRole('button', { name: 'ورود با کلید عبور' })
const create = (page: Page) => page.getByRole('button', { name: 'ساختن کلید عبور' })

test('a passkey is offered after a sign-in by password, signs in alone, and is refused once removed', async ({
  page,
  console: errors,
}) => {
  // The refused sign-in.
  errors.allow(/status of 422/)
  const authenticator = await addAuthenticator(page)
  const account = await register(page)
  await signOut(page)

  await test.step('offered once, and created', async () => {
    await signInByPassword(page, account)
    await expect(page.getByText(OFFER)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await create(page).click()
    await expect(page.getByText('کلید عبور ساخته شد')).toBeVisible()
    const [credential, ...others] = await stored(authenticator)
    expect(others).toEqual([])
    expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost', userName: account.email })
  })

  const section = page.getByRole('region', { name: 'کلیدهای عبور' })
  await test.step('listed with its device', async () => {
    await page.goto('/user/dashboard')
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section.getByRole('listitem')).toContainText('کروم')
    await expect(section.getByRole('listitem')).toContainText('هنوز با آن وارد نشده‌اید')
    await create(page).click()
    await expect(page.getByText('این دستگاه از پیش برای این حساب کلید عبور دارد.')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('signs in alone', async () => {
    await signOut(page)
    await page.goto('/auth/login?redirect=/user/dashboard')
    await byPasskey(page).click()
    await expect(page).toHaveURL(/\/user\/dashboard$/)
    await expect(section.getByRole('listitem')).toContainText('آخرین ورود')
    await expect(page.getByText(OFFER)).toBeHidden()
  })

  await test.step('removed after a confirmation', async () => {
    expect(await violationsOf(page)).toEqual([])
    await section.getByRole('button', { name: /^حذف کلید عبور/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'نگه داشتن' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await section.getByRole('button', { name: /^حذف کلید عبور/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'حذف کلید عبور' }).click()
    await expect(section).toContainText('هنوز کلید عبوری نساخته‌اید.')
  })

  await test.step('refused with a message; the password still signs in, without another offer', async () => {
    await signOut(page)
    await page.goto('/auth/login')
    await byPasskey(page).click()
    await expect(page.getByRole('alert')).toContainText('این کلید عبور در پرده ثبت نیست')
    expect(await violationsOf(page)).toEqual([])
    await signInByPassword(page, account)
    await page.goto('/user/dashboard')
    await expect(section).toBeVisible()
    await expect(page.getByText(OFFER)).toBeHidden()
  })
})

test('a user who closes the dialog or has no network is not told of an error', async ({
  page,
  world,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  const authenticator = await addAuthenticator(page)
  await register(page)
  await page.goto('/user/dashboard')
  await confirmUser(authenticator, false)
  await create(page).click()
  await expect(create(page)).toBeEnabled()
  expect(await stored(authenticator)).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)

  await confirmUser(authenticator, true)
  world.cut()
  await create(page).click()
  await expect(page.getByText('ساختن کلید عبور به اینترنت نیاز دارد')).toBeVisible()
  await page.reload()
  await expect(page.getByText('فهرست کلیدهای عبور به اینترنت نیاز دارد.')).toBeVisible()
  world.restore()
  await page.goto('/user/dashboard')
  await create(page).click()
  await expect(page.getByText('کلید عبور ساخته شد')).toBeVisible()

  await signOut(page)
  await page.goto('/auth/login')
  await expect(byPasskey(page)).toBeVisible()
  world.cut()
  await byPasskey(page).click()
  await expect(page.getByRole('alert')).toContainText('به سرور نرسیدیم')
  world.restore()
  await byPasskey(page).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a declined offer is not repeated for that user', async ({ page }) => {
  await addAuthenticator(page)
  const account = await register(page)
  await signOut(page)
  await signInByPassword(page, account)
  await page.getByRole('button', { name: 'نه، ممنون' }).click()
  await expect(page.getByText(OFFER)).toBeHidden()
  await signOut(page)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key.startsWith('parde-passkey-offered:'))).toHaveLength(1)
  await signInByPassword(page, account)
  await page.goto('/user/dashboard')
  await expect(create(page)).toBeVisible()
  await expect(page.getByText(OFFER)).toBeHidden()
  await signOut(page)
  const other = await register(page)
  await signOut(page)
  await signInByPassword(page, other)
  await expect(page.getByText(OFFER)).toBeVisible()
})

test('a browser without passkeys and a device without a screen lock show no offer', async ({ page }) => {
  const account = await register(page)
  await signOut(page)
  await page.goto('/auth/login')
  await expect(byPasskey(page)).toBeVisible()
  await signInByPassword(page, account)
  await page.goto('/user/dashboard')
  await expect(page.getByText(OFFER)).toBeHidden()
  await signOut(page)

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await signInByPassword(page, account)
  await page.goto('/user/dashboard')
  await expect(page.getByText('هنوز کلید عبوری نساخته‌اید.')).toBeVisible()
  await expect(create(page)).toBeHidden()
  await signOut(page)
  await page.goto('/auth/login')
  await expect(page.getByLabel('ایمیل', { exact: false })).toBeVisible()
  await expect(byPasskey(page)).toBeHidden()
})

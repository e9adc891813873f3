import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expireSession, readSession } from '#data/database/session.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice

beforeEach(async () => {
  device = await aDevice()
})
afterEach(() => device.close())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const wordsUnder = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const submit = (name: string) => within(document.querySelector('form') ?? document.body).getByRole('button', { name })

test('people sign in and come back to where they were going', async () => {
  const { email } = await device.server.aUser()
  const { person, here } = await openApp('/auth/login?redirect=/user/watchlist?sort=year')
  await person.type(await screen.findByLabelText('ایمیل'), email)
  await person.type(field('گذرواژه'), PASSWORD)
  await person.click(submit('ورود'))
  await waitFor(() => expect(here()).toBe('/user/watchlist?sort=year'))
  expect((await readSession())?.user.email).toBe(email)
  expect(readCookieNow('token')).toBeDefined()
})

test('an empty form says what is missing at each field, puts the cursor into the first and sends nothing', async () => {
  const { person } = await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  await person.click(submit('ورود'))
  expect(wordsUnder(field('ایمیل'))).toBe('این بخش را پر کنید.')
  expect(wordsUnder(field('گذرواژه'))).toBe('این بخش را پر کنید.')
  expect(field('ایمیل').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('ایمیل'))
  expect(device.sent.filter((request) => request.startsWith('POST'))).toEqual([])

  await person.type(field('ایمیل'), 's')
  expect(field('ایمیل').getAttribute('aria-invalid')).not.toBe('true')
})

test('what the server finds wrong stands at its field; the rest stays as it was typed', async () => {
  const { email } = await device.server.aUser()
  const { person } = await openApp('/auth/register')
  await person.type(await screen.findByLabelText('نام'), 'سارا')
  await person.type(field('ایمیل'), email)
  await person.type(field('گذرواژه'), PASSWORD)
  await person.type(field('تکرار گذرواژه'), PASSWORD)
  await person.click(submit('ساختن حساب'))
  await waitFor(() => expect(wordsUnder(field('ایمیل'))).toBe('با این ایمیل پیش‌تر حسابی ساخته شده است.'))
  expect(document.activeElement).toBe(field('ایمیل'))
  expect(field('نام').value).toBe('سارا')
  expect(field('گذرواژه').value).toBe(PASSWORD)
})

test('a wrong password is told once, for the form as a whole, in the server’s words', async () => {
  const { email } = await device.server.aUser()
  const { person } = await openApp('/auth/login')
  await person.type(await screen.findByLabelText('ایمیل'), email)
  await person.type(field('گذرواژه'), 'not the one')
  await person.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toBe('ایمیل یا گذرواژه درست نیست.')
  expect(await readSession()).toBeUndefined()
})

test('a failure without words of its own has the default ones', async () => {
  device.weather = (path) => (path.includes('/sanc/login') ? Response.json({}, { status: 500 }) : undefined)
  const { person } = await openApp('/auth/login')
  await person.type(await screen.findByLabelText('ایمیل'), 'sara@example.com')
  await person.type(field('گذرواژه'), PASSWORD)
  await person.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toBe('مشکلی در انجام فرایند پیش آمده است')
})

test('however often it is pressed, the form goes out once', async () => {
  const { email } = await device.server.aUser()
  const { person, here } = await openApp('/auth/login')
  await person.type(await screen.findByLabelText('ایمیل'), email)
  await person.type(field('گذرواژه'), PASSWORD)
  const button = submit('ورود')
  await person.tripleClick(button)
  await person.keyboard('{Enter}')
  await waitFor(() => expect(here()).toBe('/'))
  expect(device.sent.filter((request) => request === 'POST /api/sanc/login')).toHaveLength(1)
})

test('without a network it says so and keeps what was typed, also through a reload; the password is nowhere', async () => {
  device.goOffline()
  const first = await openApp('/auth/login')
  await first.person.type(await screen.findByLabelText('ایمیل'), 'sara@example.com')
  await first.person.type(field('گذرواژه'), 'a secret of mine')
  await first.person.click(submit('ورود'))
  expect((await screen.findByRole('alert')).textContent).toContain('به سرور نرسیدیم')
  expect(field('گذرواژه').value).toBe('a secret of mine')
  first.close()

  await openApp('/auth/login')
  expect((await screen.findByLabelText<HTMLInputElement>('ایمیل')).value).toBe('sara@example.com')
  expect(field('گذرواژه').value).toBe('')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('a secret of mine')
})

test('the password can be looked at, and its field is written from left to right', async () => {
  const { person } = await openApp('/auth/login')
  await screen.findByLabelText('ایمیل')
  expect(field('گذرواژه').type).toBe('password')
  expect(field('گذرواژه').dir).toBe('ltr')
  expect(field('ایمیل').dir).toBe('ltr')
  await person.click(screen.getByRole('button', { name: 'نمایش گذرواژه' }))
  expect(field('گذرواژه').type).toBe('text')
  await person.click(screen.getByRole('button', { name: 'پنهان کردن گذرواژه' }))
  expect(field('گذرواژه').type).toBe('password')
})

test('an account is made with the word of who brought the person here', async () => {
  writeCookie('ref', 'ad', 7)
  const { person, here } = await openApp('/auth/register')
  await person.type(await screen.findByLabelText('نام'), 'سارا')
  await person.type(field('ایمیل'), 'sara۱۴۰۱@example.com')
  await person.type(field('گذرواژه'), PASSWORD)
  await person.type(field('تکرار گذرواژه'), PASSWORD)
  await person.click(submit('ساختن حساب'))
  await waitFor(() => expect(here()).toBe('/'))
  expect((await readSession())?.user.email).toBe('sara1401@example.com')
})

test('guests at a personal screen are taken to signing in, and from there back', async () => {
  const { here } = await openApp('/user/watchlist?type=series')
  expect(here()).toBe(`/auth/login?redirect=${encodeURIComponent('/user/watchlist?type=series')}`)
})

test('guests an advertisement brought are taken to registering', async () => {
  writeCookie('ref', 'ad', 7)
  const { here } = await openApp('/user/watchlist')
  expect(here()).toBe(`/auth/register?redirect=${encodeURIComponent('/user/watchlist')}`)
})

test('whoever is signed in has nothing to do at signing in', async () => {
  await device.aMember()
  const { here } = await openApp('/auth/login?redirect=/user/watchlist')
  expect(here()).toBe('/user/watchlist')
})

test('a prepared address does not lead away from here', async () => {
  await device.aMember()
  const { here } = await openApp(`/auth/login?redirect=${encodeURIComponent('//evil.example/')}`)
  expect(here()).toBe('/')
})

test('signing in elsewhere on this device takes this tab along', async () => {
  const member = await device.server.aUser()
  const { here } = await openApp('/auth/login?redirect=/user/watchlist')
  await screen.findByLabelText('ایمیل')
  await device.signIn(member)
  await waitFor(() => expect(here()).toBe('/user/watchlist'))
})

test('an expired session still opens personal screens from the device, with a quiet way back in', async () => {
  const member = await device.aMember()
  await expireSession((await readSession())?.token ?? '')
  const { person, here } = await openApp('/user/watchlist')
  expect(here()).toBe('/user/watchlist')
  await person.click(await screen.findByRole('link', { name: 'ورود دوباره' }))
  await waitFor(() => expect(here()).toContain('/auth/login'))
  expect(await screen.findByText(`نشست «${member.name}» به پایان رسیده است`)).toBeDefined()
  expect(field('ایمیل').value).toBe(member.email)

  await person.type(field('گذرواژه'), PASSWORD)
  await person.click(submit('ورود'))
  await waitFor(() => expect(here()).toBe('/user/watchlist'))
  expect((await readSession())?.status).toBe('active')
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const CHANNELS = [
  { kind: 'email', address: 'help@parde.example' },
  { kind: 'telegram', address: 'parde_help' },
]
const answer = (data: unknown, status = 200) => {
  device.network = (path) => (path === '/api/contact' ? new Response(JSON.stringify({ data }), { status }) : undefined)
}
const answered = () =>
  waitFor(() => expect(screen.queryByRole('status', { name: 'در حال دریافت راه‌های تماس' })).toBeNull())
const field = () => screen.findByLabelText('پیام شما')

test('shows the questions and answers without contact channels, and no form', async () => {
  const first = await openApp('/contact')
  expect(await screen.findByRole('heading', { name: 'پرسش‌های رایج' })).toBeDefined()
  expect(screen.getByText('بدون اینترنت چه چیزهایی کار می‌کند؟').closest('details')).not.toBeNull()
  await answered()
  expect(screen.queryByLabelText('پیام شما')).toBeNull()
  first.close()
  answer({}, 404)
  await openApp('/contact')
  expect(await screen.findByRole('link', { name: 'درخواست عنوان' })).toBeDefined()
  await answered()
  expect(screen.queryByLabelText('پیام شما')).toBeNull()
})

test('keeps the message until the user clears it, and offers only valid channels to send it', async () => {
  answer([...CHANNELS, { kind: 'telegram', address: 'javascript:alert(1)' }, { kind: 'pigeon', address: 'x' }])
  const first = await openApp('/contact')
  expect((await screen.findByRole('link', { name: /^ایمیل/ })).getAttribute('href')).toBe('mailto:help@parde.example')
  expect(within(screen.getByRole('main')).getAllByRole('link', { name: /^تلگرام/ })).toHaveLength(1)
  await first.user.click(await screen.findByRole('link', { name: 'فرستادن با ایمیل' }))
  expect(await screen.findByText('ابتدا پیام خود را بنویسید.')).toBeDefined()
  await first.user.type(await field(), 'سلام & پرسش؟ #1')
  const text = encodeURIComponent('سلام & پرسش؟ #1')
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(address('فرستادن با ایمیل')).toContain(`&body=${text}`)
  expect(address('فرستادن در تلگرام')).toBe(`https://t.me/parde_help?text=${text}`)
  first.close()

  device.goOffline()
  const again = await openApp('/contact')
  expect(((await field()) as HTMLTextAreaElement).value).toBe('سلام & پرسش؟ #1')
  await again.user.click(screen.getByRole('button', { name: 'پاک کردن متن' }))
  again.close()
  await openApp('/contact')
  expect(((await field()) as HTMLTextAreaElement).value).toBe('')
})

test('links to the social networks of the operator in the footer, and to nothing without an answer', async () => {
  answer([...CHANNELS, { kind: 'instagram', address: 'parde' }])
  // Without a layout, the footer never comes near: it shows what the screen above has loaded.
  const first = await openApp('/contact')
  const footer = within(await screen.findByRole('contentinfo'))
  expect((await footer.findByRole('link', { name: 'تلگرام' })).getAttribute('href')).toBe('https://t.me/parde_help')
  expect(footer.getByRole('link', { name: 'اینستاگرام' }).getAttribute('href')).toBe('https://instagram.com/parde')
  expect(footer.queryByRole('link', { name: 'ایمیل' })).toBeNull()
  first.close()
  answer({}, 404)
  await deviceDatabase.answers.clear()
  await openApp('/contact')
  expect(await screen.findByRole('link', { name: 'درخواست عنوان' })).toBeDefined()
  await answered()
  expect(screen.queryByRole('list', { name: 'شبکه‌های اجتماعی' })).toBeNull()
})

test('names the sources of the catalogue in the words of their terms, also without a network', async () => {
  const statement = /^This website uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved/
  const catalogueSources = ['tmdb', 'unheard of']
  device.network = (path) =>
    path === '/api/contact' ? new Response(JSON.stringify({ data: [], catalogueSources })) : undefined
  const first = await openApp('/contact')
  expect((await screen.findByRole('link', { name: 'TMDB' })).getAttribute('href')).toBe('https://www.themoviedb.org')
  expect(screen.getByText(statement).closest('[lang="en"]')).not.toBeNull()
  expect(screen.queryByText(/IMDb \(https/)).toBeNull()
  first.close()
  device.goOffline()
  await openApp('/contact')
  expect(await screen.findByText(statement)).toBeDefined()
})

test('shows contact channels that an earlier version has stored', async () => {
  await deviceDatabase.answers.put({ key: '["contact"]', data: CHANNELS, at: Date.now() })
  device.goOffline()
  await openApp('/contact')
  expect(await screen.findByRole('link', { name: /^ایمیل/ })).toBeDefined()
})

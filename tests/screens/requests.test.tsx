import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { sendRequest } from '#data/areas/requests.ts'
import { requests } from '#server/database/schema/personal.ts'
import { openApp } from '#tests/harness/app.tsx'
import { popularCard } from '#tests/harness/device.ts'
import { expectListStates } from '#tests/harness/fixtures/listStates.ts'
import { device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'نام فیلم یا سریال' })
const year = () => screen.getByRole<HTMLInputElement>('textbox', { name: /سال ساخت/ })
const send = () => screen.getByRole('button', { name: 'فرستادن درخواست' })
const list = () => screen.findByRole('list', { name: 'درخواست‌های من' })
const requestsOnServer = async () => (await member.get('/api/user/requests?per_page=100')).json.data

test('sends a request once with normalised digits and IMDb id', async () => {
  const { user } = await openApp('/user/new-request')
  await user.type(await name(), 'نفس عمیق')
  await user.type(year(), '۱۱۸۱')
  await user.click(send())
  expect(await screen.findByText(/^سال باید عددی میان/)).toBeDefined()
  expect(document.activeElement).toBe(year())
  await user.clear(year())
  await user.type(year(), '۱۳۸۲')
  expect(await screen.findByText('برابر ۲۰۰۳ میلادی')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: /IMDb/ }), 'https://www.imdb.com/title/tt0363143/?ref_=x')
  await user.dblClick(send())
  expect(await screen.findByText(/^درخواست شما ثبت شد/)).toBeDefined()
  await drainOutbox()
  expect(await requestsOnServer()).toMatchObject([{ name: 'نفس عمیق', type: 'movie', year: 2003, imdb: 'tt0363143' }])
  await waitFor(async () => expect(within(await list()).getByText('در دست بررسی')).toBeDefined())
})

test('shows each error at its field and focuses the first one', async () => {
  const { user } = await openApp('/user/new-request')
  await name()
  await user.type(screen.getByRole('textbox', { name: /IMDb/ }), 'پیوندی که نیست')
  await user.click(send())
  expect(await screen.findByText('این بخش را پر کنید.')).toBeDefined()
  expect(screen.getByText(/^پیوند یا شناسهٔ IMDb درست نیست/)).toBeDefined()
  expect(document.activeElement).toBe(await name())
  expect(await requestsOnServer()).toEqual([])
})

test('restores the draft after a reload and deletes it once it was sent', async () => {
  const first = await openApp('/user/new-request')
  await first.user.type(await name(), 'هامون')
  await first.user.click(screen.getByRole('radio', { name: 'سریال' }))
  first.close()
  const second = await openApp('/user/new-request')
  expect((await name()).value).toBe('هامون')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'سریال' }).checked).toBe(true)
  await second.user.click(send())
  await screen.findByText(/^درخواست شما ثبت شد/)
  second.close()
  await openApp('/user/new-request')
  expect((await name()).value).toBe('')
})

test('fills in the name of a search without results and can restore the earlier draft', async () => {
  const first = await openApp('/user/new-request')
  await first.user.type(await name(), 'هامون')
  first.close()
  const { user, currentHref } = await openApp('/user/new-request?name=zzzzqqqq')
  expect((await name()).value).toBe('zzzzqqqq')
  await waitFor(() => expect(currentHref()).toBe('/user/new-request'))
  await user.click(await screen.findByRole('button', { name: 'برگرداندن آن' }))
  await waitFor(async () => expect((await name()).value).toBe('هامون'))
})

test('suggests titles of the catalogue while the user types', async () => {
  const card = await popularCard(device.server)
  const { user } = await openApp('/user/new-request')
  await user.type(await name(), card.titleFa)
  const suggestions = await screen.findByRole('region', { name: 'شاید همین حالا در پرده باشد' })
  await waitFor(() => expect(within(suggestions).getAllByText(card.titleFa)[0]).toBeDefined())
})

test('shows a request made offline as pending and sends it once', async () => {
  device.goOffline()
  const { user } = await openApp('/user/new-request')
  await user.type(await name(), 'بانوی اردیبهشت')
  await user.click(send())
  const waiting = await list()
  expect(within(waiting).getByText('در انتظار ارسال')).toBeDefined()
  device.goOnline()
  await drainOutbox()
  await waitFor(() => expect(within(waiting).queryByText('در انتظار ارسال')).toBeNull())
  expect(await requestsOnServer()).toMatchObject([{ name: 'بانوی اردیبهشت' }])
})

test('edits or withdraws a request before its first delivery attempt', async () => {
  device.goOffline()
  await sendRequest({ name: 'نام نادرست', type: 'movie' })
  const { user } = await openApp('/user/new-request')
  await user.click(await screen.findByRole('button', { name: 'ویرایش: نام نادرست' }))
  const field = (await screen.findAllByRole('textbox', { name: 'نام فیلم یا سریال' })).at(-1)
  if (!field) throw new Error('no form')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'نام درست')
  await user.click(screen.getByRole('button', { name: 'ثبت تغییر' }))
  await screen.findByText('نام درست')
  expect(screen.queryByText('نام نادرست')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'پس گرفتن: نام درست' }))
  await waitFor(() => expect(screen.queryByText('نام درست')).toBeNull())
})

test("shows the server's refusal at its field and keeps the text", async () => {
  device.network = (path) =>
    path === '/api/user/request'
      ? Response.json(
          { message: 'نشد.', code: 'validation', errors: { imdb: ['این شناسه را نمی‌شناسیم.'] } },
          { status: 422 },
        )
      : undefined
  await sendRequest({ name: 'هامون', type: 'movie', imdb: 'tt1234567' })
  await drainOutbox()
  const { user } = await openApp('/user/new-request')
  expect(await screen.findByText('ارسال نشد: این شناسه را نمی‌شناسیم.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'ویرایش: هامون' }))
  const field = (await screen.findAllByRole<HTMLInputElement>('textbox', { name: /IMDb/ })).at(-1)
  expect(field?.value).toBe('tt1234567')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  device.goOnline()
  await user.click(screen.getByRole('button', { name: 'ثبت تغییر' }))
  await drainOutbox()
  await waitFor(async () => expect(await requestsOnServer()).toHaveLength(1))
})

test('explains a duplicate request and can dismiss it', async () => {
  await sendRequest({ name: 'هامون', type: 'movie' })
  await drainOutbox()
  await sendRequest({ name: 'هامون', type: 'movie' })
  await drainOutbox()
  const { user } = await openApp('/user/new-request')
  expect(await screen.findByText(/^این عنوان را پیش‌تر درخواست کرده‌اید/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'تلاش دوباره: هامون' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'حذف از فهرست: هامون' }))
  await waitFor(() => expect(screen.queryByText(/^این عنوان را پیش‌تر/)).toBeNull())
  expect(within(await list()).getAllByRole('article')).toHaveLength(1)
})

test("shows the operator's reply and a link to the title", async () => {
  const card = await popularCard(device.server)
  await sendRequest({ name: 'هامون', type: 'movie' })
  await drainOutbox()
  await device.server.database
    .update(requests)
    .set({ status: 'added', reply: 'خوش آمد.', titleId: card.id, version: 1000 })
    .where(eq(requests.userId, member.id))
  await openApp('/user/new-request')
  expect(await screen.findByText('به پرده اضافه شد')).toBeDefined()
  expect(screen.getByText('خوش آمد.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'دیدن «هامون» در پرده' }).getAttribute('href')).toContain(
    `/titles/${card.id}/`,
  )
})

test('tells apart no requests, requests that were never loaded (with the form), and a guest', async () => {
  await expectListStates(
    device,
    '/user/new-request',
    {
      empty: 'هنوز چیزی درخواست نکرده‌اید',
      neverLoaded: 'درخواست‌های شما هنوز روی این دستگاه نیست',
      guest: 'درخواست‌های شما پشت همین پرده است',
    },
    name,
  )
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenSafeToReload } from '#app/whenSafeToReload.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { sendRequest } from '#data/areas/requests.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { listenForInstallPrompt } from '#data/platform/install.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, idsOf, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]
/** Files that the screen offered for download. */
let files: { name: string; text: () => Promise<string> }[]

beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 3)
  member = await device.registerMember()
  files = []
  const blobs: Blob[] = []
  URL.createObjectURL = (blob: Blob | MediaSource) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:parde'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1)
    if (blob) files.push({ name: this.download, text: () => textOf(blob) })
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

const textOf = (blob: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.readAsText(blob)
  })
const [first, second] = [() => cards[0] as TitleCard, () => cards[1] as TitleCard]
const button = (name: string) => screen.findByRole('button', { name })

test('shows the user, the subscription and counts that include pending mutations', async () => {
  device.goOffline()
  await setSaved({ titleId: first().id, saved: true, card: first() })
  await setPosition({ titleId: second().id, card: second(), position: 60, duration: 6000 })
  await sendRequest({ name: 'فیلمی که نیست', type: 'movie' })
  await openApp('/user/dashboard')
  expect(await screen.findByRole('heading', { level: 1, name: `سلام، ${member.name}` })).toBeDefined()
  expect(screen.getByRole('region', { name: 'اشتراک' }).textContent).toContain('اشتراک ندارید')
  const tiles = within(screen.getByRole('list', { name: 'فهرست‌های من' }))
  await waitFor(() =>
    expect(tiles.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '۱ذخیره‌شده‌ها',
      '۱تاریخچه',
      '۰اعلان نخوانده',
      '۱درخواست‌ها',
    ]),
  )
  expect(await screen.findByRole('heading', { name: 'ادامهٔ تماشا' })).toBeDefined()
  expect(await screen.findByText('۳ تغییر در انتظار ارسال')).toBeDefined()
})

test('exports the data of the server, or of this device while offline', async () => {
  await setSaved({ titleId: first().id, saved: true, card: first() })
  await drainOutbox()
  await openApp('/user/dashboard')
  const user = userEvent.setup()
  await user.click(await button('دریافت همه (JSON)'))
  await waitFor(() => expect(files).toHaveLength(1))
  const whole = JSON.parse((await files[0]?.text()) ?? '')
  expect(whole).toMatchObject({ from: 'server', user: { email: member.email }, watchlist: [{ titleId: first().id }] })

  device.goOffline()
  await setSaved({ titleId: second().id, saved: true, card: second() })
  await user.click(await button('دریافت همه (JSON)'))
  await waitFor(() => expect(files).toHaveLength(2))
  const exported = JSON.parse((await files[1]?.text()) ?? '')
  expect(exported).toMatchObject({ from: 'device', waiting: [{ kind: 'watchlist.setSaved' }] })
  expect(exported.watchlist.map(({ titleId }: { titleId: number }) => titleId)).toEqual([second().id, first().id])

  await user.click(await button('دریافت ذخیره‌شده‌ها به CSV'))
  await waitFor(() => expect(files).toHaveLength(3))
  expect(files[2]?.name).toMatch(/^parde-watchlist-.*\.csv$/)
  const [head, row] = ((await files[2]?.text()) ?? '').split('\r\n')
  expect(head).toBe('imdb,title,title_fa,year,type,saved_at')
  expect(row).toContain(second().imdb)
  await user.click(await button('دریافت نظرها به CSV'))
  expect(await screen.findByText('در این فهرست چیزی نیست')).toBeDefined()
})

test('lists pending mutations before clearing the device and then deletes everything of the user', async () => {
  await setSaved({ titleId: first().id, saved: true, card: first() })
  await drainOutbox()
  const { user, currentHref } = await openApp('/user/dashboard')
  device.goOffline()
  await setSaved({ titleId: second().id, saved: true, card: second() })
  localStorage.setItem('parde-watchlist-look', 'list')
  await user.click(await button('پاک کردن این دستگاه…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'این دستگاه پاک شود؟' }))
  const lost = within(await dialog.findByRole('alert'))
  expect(lost.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining(second().titleFa),
  ])
  await user.click(dialog.getByRole('button', { name: 'نه، بماند' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await personalDatabase()).outbox.count()).toBe(1)

  device.goOnline()
  await user.click(await button('پاک کردن این دستگاه…'))
  await user.click(await button('همه را پاک کن'))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect((await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('user'))).toEqual([])
  expect(await database.meta.where('key').equals('session').count()).toBe(0)
  expect(localStorage.getItem('parde-watchlist-look')).toBeNull()
  expect(document.cookie).not.toContain('token=')
  expect((await member.get('/api/user')).status).toBe(200)
  // The app still works: another user signs in.
  const other = await device.server.createUser()
  await device.signIn(other)
  await setSaved({ titleId: first().id, saved: true, card: first() })
  await drainOutbox()
  expect(await savedOnServer(other)).toEqual([first().id])
  expect(await savedOnServer(member)).toEqual([first().id])
})

test('offers installation from the second visit on and prompts once', async () => {
  listenForInstallPrompt()
  const first = await openApp('/user/dashboard')
  await button('دریافت همه (JSON)')
  let asked = 0
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      asked += 1
      return { outcome: 'dismissed' }
    },
  })
  window.dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  expect(screen.queryByRole('button', { name: 'نصب پرده' })).toBeNull()
  first.close()
  sessionStorage.clear()
  const again = await openApp('/user/dashboard')
  await again.user.click(await button('نصب پرده'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'نصب پرده' })).toBeNull())
  expect(asked).toBe(1)
})

const csv = (of: TitleCard[]) =>
  `Const,Title,Year\n${of.map(({ imdb, titleEn, year }) => `${imdb},"${titleEn}",${year}`).join('\n')}\n`
const choose = async (user: ReturnType<typeof userEvent.setup>, text: string, name: string) =>
  user.upload(await screen.findByLabelText('انتخاب فایل فهرست'), new File([text], name, { type: 'text/csv' }))

test('imports a list offline, reports titles that were not found and links to a request for them', async () => {
  const { user, currentHref } = await openApp('/user/dashboard')
  device.goOffline()
  await choose(user, '<html>', 'watchlist.csv')
  expect((await screen.findByRole('alert')).textContent).toContain('صفحهٔ وب')
  await choose(user, `${csv(cards)},Nothing Like It,1950\n`, 'watchlist.csv')
  expect(await screen.findByText(/۴ عنوان در/)).toBeDefined()
  await user.click(await button('وارد کردن'))
  const report = within(await screen.findByRole('article', { name: 'watchlist.csv' }))
  expect((await report.findByRole('progressbar')).getAttribute('value')).toBe('0')
  expect(await report.findByText(/با وصل شدن اینترنت بررسی می‌شود/)).toBeDefined()

  await device.reconnect()
  expect(await report.findByText('۳ عنوان در ذخیره‌شده‌ها هست')).toBeDefined()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  await user.click(report.getByText('دیدن ۱ عنوانی که پیدا نشد'))
  await user.click(report.getByRole('button', { name: 'دریافت آنچه پیدا نشد (CSV)' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe('watchlist-missing.csv')
  expect(await files[0]?.text()).toContain('Nothing Like It,1950')
  await user.click(report.getByRole('link', { name: 'درخواست «Nothing Like It»' }))
  await waitFor(() => expect(currentHref()).toContain('/user/new-request'))
})

test('holds a reload back while a file picker is open or an unsaved import is shown', async () => {
  const { user } = await openApp('/user/dashboard')
  const field = await screen.findByLabelText('انتخاب فایل فهرست')
  const isHeld = () => {
    const reload = vi.fn<() => void>()
    whenSafeToReload(reload)
    return reload.mock.calls.length === 0
  }
  expect(isHeld()).toBe(false)
  await user.click(field)
  // The file picker of a phone hides the page.
  setVisible(false)
  expect(isHeld()).toBe(true)
  setVisible(true)
  expect(isHeld()).toBe(true)
  fireEvent(field, new Event('cancel', { bubbles: true }))
  await waitFor(() => expect(isHeld()).toBe(false))

  const reload = vi.fn<() => void>()
  await user.click(field)
  whenSafeToReload(reload)
  await choose(user, csv(cards), 'watchlist.csv')
  await screen.findByText(/۳ عنوان در/)
  // A hidden page keeps the import that was read.
  setVisible(false)
  setVisible(true)
  expect(reload).not.toHaveBeenCalled()
  await user.click(await button('وارد کردن'))
  await screen.findByRole('article', { name: 'watchlist.csv' })
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

function setVisible(isSeen: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isSeen ? 'visible' : 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('imports watched titles into the history, and the report can be dismissed', async () => {
  const { user } = await openApp('/user/dashboard')
  await choose(user, csv(cards.slice(0, 2)), 'watched.csv')
  const target = await screen.findByRole('radio', { name: 'تاریخچه' })
  expect((target as HTMLInputElement).checked).toBe(true)
  await user.click(await button('وارد کردن'))
  await screen.findByRole('article', { name: 'watched.csv' })
  await drainOutbox()
  expect(await screen.findByText('۲ عنوان در تاریخچه هست')).toBeDefined()
  expect((await member.get('/api/user/history')).json.data).toHaveLength(2)
  expect(await savedOnServer(member)).toEqual([])
  await user.click(await button('بستن گزارش «watched.csv»'))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'watched.csv' })).toBeNull())
})

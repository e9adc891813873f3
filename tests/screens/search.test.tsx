import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchMenuTitles } from '#data/areas/titles.ts'
import { isReloadHeldFor } from '#data/platform/reloadGuard.ts'
import { recentSearches, rememberSearch } from '#data/search/recentSearches.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => {
  vi.useRealTimers()
  return device.close()
})

/** The search is the same on every screen; this screen renders fastest. */
const START = '/contact'

async function openSearch() {
  const app = await openApp(START)
  await app.user.click(await screen.findByRole('button', { name: 'جستجو' }))
  const field = screen.getByRole('combobox')
  return {
    ...app,
    field,
    /** Pastes the text, since the speed of typing does not matter here. */
    async write(text: string) {
      await app.user.click(field)
      await app.user.paste(text)
    },
  }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '')
const searches = () => device.sent.filter((request) => request.includes('/search?') && request.includes('q='))
/** Stops timers; `pass` advances them by ms. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
/** Waits until the results and the expanded state of the field are complete. */
const settled = (words: RegExp) =>
  waitFor(() => {
    expect(screen.getAllByRole('status').some(({ textContent }) => words.test(textContent ?? ''))).toBe(true)
    // The field reports its options shortly after they are rendered.
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe(String(options().length > 0))
  })

test('opens with the icon, closes with Escape and restores the focus', async () => {
  const { user, field } = await openSearch()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(isReloadHeldFor('form')).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(isReloadHeldFor('form')).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'جستجو' }))
})

test('closes on a click elsewhere', async () => {
  const { user } = await openSearch()
  await user.click(screen.getByRole('contentinfo'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('lists titles with names, year, genres and ratings and asks the server after the debounce', async () => {
  const { write } = await openSearch()
  await write('godfather')
  await settled(/نتیجه/)
  const first = within(screen.getAllByRole('option')[0] ?? document.body)
  expect(first.getByText('پدرخوانده')).toBeDefined()
  expect(first.getByText('The Godfather')).toBeDefined()
  expect(first.getByText(/^۱۹۷۲، /)).toBeDefined()
  expect(first.getByRole('img', { name: /^امتیاز IMDb/ })).toBeDefined()
  expect(searches()).toEqual(['GET /api/titles/search?q=godfather&resource=menu'])
})

test.each([
  ['عنوان‌ها', 500, 'GET /api/titles/search?q=godf&resource=menu'],
  ['اشخاص', 1000, 'GET /api/people/search?q=godf'],
])('%s: asks the server once, %d ms after the last key', async (tab, rest, asked) => {
  const { user, field } = await openSearch()
  await user.click(await screen.findByRole('tab', { name: tab }))
  stopTimers()
  for (const words of ['go', 'god', 'godf']) {
    fireEvent.change(field, { target: { value: words } })
    await pass(rest - 1)
  }
  expect(searches()).toEqual([])
  await pass(1)
  // Waits with real timers would never end here.
  await vi.waitFor(async () => {
    await pass(1)
    expect(screen.getAllByRole('status').some(({ textContent }) => /نتیجه/.test(textContent ?? ''))).toBe(true)
  }, 10_000)
  expect(searches()).toEqual([asked])
})

test('sends no request for one letter or blanks', async () => {
  const { user, field, write } = await openSearch()
  await write('  g ')
  await screen.findByText('دست‌کم دو حرف بنویسید')
  await user.clear(field)
  await write('godfather')
  await settled(/نتیجه/)
  expect(searches()).toHaveLength(1)
})

test('selects with the arrow keys, opens with Enter and announces the selected option', async () => {
  const { user, field, write, currentHref } = await openSearch()
  await write('پدرخوانده')
  await settled(/نتیجه/)
  expect(field.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  expect(active).toBe(screen.getAllByRole('option')[0])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(currentHref()).toMatch(/^\/titles\/\d+\//))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(await recentSearches()).toEqual(['پدرخوانده'])
})

test('opens the full search with Enter or the icon from three characters on', async () => {
  const { user, write, currentHref } = await openSearch()
  await write('پد')
  await user.keyboard('{Enter}')
  expect(currentHref()).toBe(START)
  await user.keyboard('ر{Enter}')
  await waitFor(() => expect(currentHref()).toBe(`/?order_by=votes&type=all&q=${encodeURIComponent('پدر')}`))

  await user.click(screen.getByRole('button', { name: 'جستجو' }))
  await user.type(screen.getByRole('combobox'), 'kill')
  await user.click(screen.getAllByRole('button', { name: 'جستجو' })[1] ?? document.body)
  await waitFor(() => expect(currentHref()).toBe('/?order_by=votes&type=all&q=kill'))
})

test('shows six titles on a desktop with a link to more', async () => {
  const { user, write, currentHref } = await openSearch()
  await write('the')
  await settled(/نتیجه/)
  expect(options()).toHaveLength(6)
  await user.click(screen.getByRole('link', { name: 'نمایش نتایج بیشتر' }))
  await waitFor(() => expect(currentHref()).toBe('/?order_by=votes&type=all&q=the'))
})

test('shows all titles on a phone and focuses the field after the opening animation', async () => {
  const realMatchMedia = window.matchMedia
  window.matchMedia = (media) => Object.assign(realMatchMedia(media), { matches: true })
  const { user } = await openApp(START)
  const button = await screen.findByRole('button', { name: 'جستجو' })
  stopTimers()
  fireEvent.click(button)
  const field = screen.getByRole('combobox')
  await pass(499)
  expect(document.activeElement).not.toBe(field)
  await pass(1)
  expect(document.activeElement).toBe(field)
  vi.useRealTimers()
  await user.paste('the')
  await settled(/نتیجه/)
  expect(options().length).toBeGreaterThan(6)
  expect(screen.queryByRole('link', { name: 'نمایش نتایج بیشتر' })).toBeNull()
  window.matchMedia = realMatchMedia
})

test('reports a search without results', async () => {
  const { field, write } = await openSearch()
  await write('zzzqqq')
  expect(await screen.findByText('متاسفانه موردی یافت نشد')).toBeDefined()
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('offers the people of that name where no title has it, instead of a request', async () => {
  const { user, field, write } = await openSearch()
  await write('کوپولا')
  await user.click(await screen.findByRole('button', { name: /^[۰-۹]+ نفر در بخش اشخاص$/ }))
  expect(screen.queryByRole('link', { name: /^درخواست «/ })).toBeNull()
  expect(screen.getByRole('tab', { name: 'اشخاص' }).getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(field)
  await settled(/نتیجه/)
  expect(options()[0]).toContain('Francis Ford Coppola')
  expect(searches().filter((request) => request.includes('people'))).toHaveLength(1)
})

test('offers a request where neither a title nor a person has the name', async () => {
  const { write } = await openSearch()
  await write('zzzqqq')
  expect(await screen.findByRole('link', { name: 'درخواست «zzzqqq»' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /بخش اشخاص/ })).toBeNull()
})

test('lists people on their own tab with their best-known work', async () => {
  const { user, write } = await openSearch()
  await user.click(await screen.findByRole('tab', { name: 'اشخاص' }))
  await write('coppola')
  await settled(/نتیجه/)
  const first = within(screen.getAllByRole('option')[0] ?? document.body)
  expect(first.getByText('Francis Ford Coppola')).toBeDefined()
  expect(first.getByText(/بهترین کارگردانی/)).toBeDefined()
})

test('ignores a response that arrives after a newer one', async () => {
  let answerFirst: (() => void) | undefined
  const { user, field, write, client } = await openSearch()
  const fetchNow = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await fetchNow(input, init)
    if (String(input).includes('q=godfather'))
      await new Promise<void>((resolve) => {
        answerFirst = resolve
      })
    return answer
  }
  await write('godfather')
  await waitFor(() => expect(answerFirst).toBeDefined())
  await user.clear(field)
  await write('casablanca')
  await settled(/نتیجه/)
  await act(async () => answerFirst?.())
  await waitFor(() => expect(client.isFetching({ queryKey: ['search-menu'] })).toBe(0))
  expect(options()).toEqual([expect.stringContaining('Casablanca')])
})

test('searches the seen titles while offline and says so', async () => {
  await searchMenuTitles('godfather')
  const { write } = await openSearch()
  device.goOffline()
  await write('پدر خوانده')
  expect(await screen.findByText('بدون اتصال؛ از میان آنچه پیش‌تر دیده‌اید')).toBeDefined()
  await waitFor(() => expect(options()[0]).toContain('The Godfather'))
})

test('searches the seen titles when the server fails', async () => {
  await searchMenuTitles('godfather')
  device.network = (path) =>
    path.startsWith('/api/titles/search?q') ? Response.json({ message: 'خرابیم' }, { status: 500 }) : undefined
  const { write } = await openSearch()
  await write('godf')
  expect(await screen.findByText('بدون اتصال؛ از میان آنچه پیش‌تر دیده‌اید')).toBeDefined()
  await waitFor(() => expect(options()[0]).toContain('The Godfather'))
})

test('offers recent searches for an empty field and can delete all of them', async () => {
  await rememberSearch('کازابلانکا')
  const { user, field } = await openSearch()
  await user.click(await screen.findByRole('option', { name: 'کازابلانکا' }))
  expect(field).toHaveProperty('value', 'کازابلانکا')
  await user.clear(field)
  await user.click(await screen.findByRole('button', { name: 'پاک کردن همه' }))
  await waitFor(() => expect(screen.queryByText('جستجوهای اخیر')).toBeNull())
  expect(await recentSearches()).toEqual([])
})

test('deletes one recent search by its button or with Delete and keeps the focus in the search', async () => {
  for (const text of ['یک', 'دو', 'سه']) {
    await rememberSearch(text)
  }
  const { user, field } = await openSearch()
  await user.click(await screen.findByRole('button', { name: 'پاک کردن «دو»' }))
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowDown}{Delete}')
  await waitFor(() => expect(options()).toHaveLength(1))
  expect(await recentSearches()).toHaveLength(1)
  expect(await recentSearches()).not.toContain('دو')
})

test('opens the page of a person', async () => {
  const { user, write, currentHref } = await openSearch()
  await user.click(await screen.findByRole('tab', { name: 'اشخاص' }))
  await write('coppola')
  await settled(/نتیجه/)
  await user.click(screen.getAllByRole('option')[0] ?? document.body)
  await waitFor(() => expect(currentHref()).toMatch(/^\/people\/director\/\d+\/francis-ford-coppola/))
})

test('appends later results below while an option is selected', async () => {
  const [seen] = (await searchMenuTitles('casablanca')).slice(0, 1)
  if (!seen) throw new Error('no result')
  const { user, write } = await openSearch()
  let answer: (() => void) | undefined
  const fetchNow = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await fetchNow(input, init)
    if (!String(input).includes('/titles/search?q=')) return response
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    const { data, ...rest } = await response.json()
    return Response.json({ data: [{ ...seen, id: 77, titleEn: 'The Other' }, ...data], ...rest })
  }
  await write('casab')
  await waitFor(() => expect(options()).toHaveLength(1))
  await waitFor(() => expect(answer).toBeDefined())
  await user.keyboard('{ArrowDown}')
  await act(async () => answer?.())
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(options()[0]).toContain('Casablanca')
  expect(options()[1]).toContain('The Other')
  expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
})

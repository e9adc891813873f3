import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { partsOf } from '#data/areas/markWatched.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { type Member, PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

async function findTitle(type: TitleCard['type']): Promise<Title> {
  const guest = device.server.createGuest()
  const { data } = (await guest.get(`/api/titles/search?order_by=votes&type=${type}`)).json
  return (await guest.get(`/api/titles/${data[0].id}`)).json.data
}
const flagsOnServer = async (member: Member): Promise<{ episodeId: number | null; watched: boolean }[]> =>
  (await member.get('/api/user/history')).json.data.flatMap(({ flags }: { flags: object[] }) => flags)
const button = (name: string) => screen.findByRole('button', { name })
const expectPressed = async (name: string, pressed: boolean) =>
  expect.poll(async () => (await button(name)).getAttribute('aria-pressed')).toBe(String(pressed))

test('marks a film as watched offline, undoes it, and sends what is left', async () => {
  const member = await device.registerMember()
  const film = await findTitle('movie')
  const { user } = await openApp(film.path)
  await expectPressed('دیده‌ام', false)
  device.goOffline()
  await user.click(await button('دیده‌ام'))
  await expectPressed('دیده‌ام', true)
  expect(await screen.findByText(`«${film.titleFa}» به دیده‌شده‌ها افزوده شد`)).toBeDefined()
  await user.click(await button('بازگردانی'))
  await expectPressed('دیده‌ام', false)
  await user.click(await button('دیده‌ام'))
  await device.reconnect({ all: true })
  await drainOutbox()
  expect(await flagsOnServer(member)).toMatchObject([{ episodeId: null, watched: true }])
})

test('marks episodes, seasons and a series, keeps the season open and continues behind them', async () => {
  const member = await device.registerMember()
  const series = await findTitle('series')
  const { user } = await openApp(series.path)
  const [season] = series.seasons
  const count = season?.episodes.length ?? 0
  expect(count).toBeGreaterThan(2)
  await expectPressed('قسمت ۱ از فصل ۱ را دیده‌ام', false)
  await user.click(await button('قسمت ۱ از فصل ۱ را دیده‌ام'))
  await expectPressed('قسمت ۱ از فصل ۱ را دیده‌ام', true)
  expect(await screen.findByRole('link', { name: /ادامهٔ پخش.*فصل ۱، قسمت ۲/ })).toBeDefined()

  const whole = 'همهٔ فصل ۱ را دیده‌ام'
  await expectPressed(whole, false)
  await user.click(await button(whole))
  await expectPressed(whole, true)
  const panel = screen.getByRole('tabpanel')
  await waitFor(() => expect(within(panel).getAllByRole('button', { pressed: true }).length).toBeGreaterThan(count))
  expect(screen.getByRole('tab', { name: 'فصل ۱' }).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByRole('link', { name: /ادامهٔ پخش.*فصل ۲، قسمت ۱/ })).toBeDefined()
  await expectPressed('دیده‌ام', false)

  await user.click(await button('دیده‌ام'))
  await expectPressed('دیده‌ام', true)
  await user.click(await button(whole))
  await expectPressed(whole, false)
  await expectPressed('دیده‌ام', false)
  await drainOutbox()
  const watched = (await flagsOnServer(member)).filter((flag) => flag.watched)
  expect(watched).toHaveLength(partsOf(series).length - count)
})

test('shows marks in the history, and a mark of another device on the open page', async () => {
  const member = await device.registerMember()
  const film = await findTitle('movie')
  const other = await member.signIn()
  const flags = [{ episodeId: null, watched: true }]
  expect((await other.post(`/api/user/history/${film.id}/watched`, { flags })).status).toBe(200)
  const tab = await openApp('/user/history')
  expect(await screen.findByText('به انتخاب شما دیده‌شده')).toBeDefined()
  tab.close()
  await openApp(film.path)
  await expectPressed('دیده‌ام', true)
})

test('a guest who marks a film signs in first, and it is marked then', async () => {
  const film = await findTitle('movie')
  const member = await device.server.createUser()
  const { user, currentHref } = await openApp(film.path)
  await user.click(await button('دیده‌ام'))
  await waitFor(() => expect(currentHref()).toContain('/auth/login'))
  expect(await screen.findByText(new RegExp(`برای علامت زدن «${film.titleFa}»`))).toBeDefined()
  await user.type(screen.getByLabelText(/ایمیل/), member.email)
  await user.type(screen.getByLabelText('گذرواژه'), PASSWORD)
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'ورود' }))
  await waitFor(() => expect(currentHref()).toBe(film.path))
  await expectPressed('دیده‌ام', true)
  await drainOutbox()
  expect(await flagsOnServer(member)).toMatchObject([{ episodeId: null, watched: true }])
})

test('shows an episode with its own picture, and marks it there', async () => {
  await device.registerMember()
  const series = await findTitle('series')
  await device.server.database.execute(sql`
    insert into pictures (kind, title_id, season, number, hash, width, height, bytes, color, created_at)
    values ('still', ${series.id}, 1, 2, ${'a'.repeat(32)}, 1280, 720, 9, '#000000', now())`)
  await device.server.database.execute(sql`update catalogue_state set revision = revision + 1`)
  const { user } = await openApp(series.path)
  const second = 'قسمت ۲ از فصل ۱ را دیده‌ام'
  await expectPressed(second, false)
  const pictured = within(screen.getByRole('tabpanel'))
    .getAllByRole('listitem')
    .map((item) =>
      item
        .querySelector('img')
        ?.getAttribute('src')
        ?.replace(/.*stills/, ''),
    )
  expect(pictured.slice(0, 3)).toEqual([undefined, expect.stringMatching(/_1002-a{32}-\d+\./), undefined])
  await user.click(await button(second))
  await expectPressed(second, true)
})

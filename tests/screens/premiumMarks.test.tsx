import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { refreshUser } from '#data/session/account.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { cardFinder } from '#tests/harness/fixtures/cards.ts'
import { createCode } from '#tests/harness/fixtures/premium.ts'

let device: TestDevice
let film: TitleCard
let freeFilm: TitleCard
beforeEach(async () => {
  device = await createDevice()
  const find = await cardFinder(device)
  film = find(({ type, year }) => type === 'movie' && year !== null && year > 2016)
  freeFilm = find(({ type, year }) => type === 'movie' && year !== null && year < 2016)
})
afterEach(() => device.close())

const cardOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name })
  return within(heading.closest('article') as HTMLElement)
}

test('marks premium titles on cards and play buttons for a guest, and nothing else', async () => {
  const first = await openApp('/?order_by=year&type=movie')
  const locked = await cardOf(film.titleFa)
  expect(await locked.findByText('ویژه')).toBeDefined()
  first.close()
  const second = await openApp(film.path)
  expect(await screen.findByRole('link', { name: /^پخش.*ویژهٔ مشترکان$/ })).toBeDefined()
  second.close()
  await openApp(freeFilm.path)
  expect((await screen.findByRole('link', { name: /^پخش/ })).textContent).not.toContain('ویژه')
})

test('marks no title for a subscriber', async () => {
  const member = await device.registerMember()
  await member.post('/api/user/join2', { code: await createCode(device.server) })
  await refreshUser()
  const first = await openApp('/?order_by=year&type=movie')
  const card = await cardOf(film.titleFa)
  await waitFor(() => expect(card.getByRole('button', { name: 'ذخیره' }).getAttribute('aria-pressed')).toBe('false'))
  expect(card.queryByText('ویژه')).toBeNull()
  first.close()
  await openApp(film.path)
  expect((await screen.findByRole('link', { name: /^پخش/ })).textContent).not.toContain('ویژه')
})

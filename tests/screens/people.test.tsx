import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#contract/people.ts'
import { seenPerson } from '#data/areas/people.ts'
import { openApp } from '#tests/harness/app.tsx'
import { sayOnline } from '#tests/harness/browserOnline.ts'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'
import { ageOf, dayOfLife } from '#text/people.ts'

let device: TestDevice
beforeEach(async () => {
  device = await aDevice()
})
afterEach(() => {
  sayOnline(true)
  return device.close()
})

/** Somebody of the small catalogue who has works in these roles and no other. */
async function somebody(...roles: Person['roles']): Promise<Person> {
  const guest = device.server.aGuest()
  for (const { id } of await someCards(device.server, 30)) {
    const { json } = await guest.get(`/api/titles/${id}`)
    for (const { id: one } of [...json.data.directors, ...json.data.cast]) {
      const person: Person = (await guest.get(`/api/people/${one}`)).json.data
      if (person.roles.toSorted().join() === roles.toSorted().join()) return person
    }
  }
  throw new Error('nobody like that in the small catalogue')
}
const pathOf = ({ path }: Person, role: string) => path.replace(/^\/people\/[a-z]+/, `/people/${role}`)
const works = (name: string) => screen.findByRole('list', { name })

test('an actor’s page shows names, life and works', async () => {
  const actor = await somebody('actor')
  await openApp(pathOf(actor, 'actor'))
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
  expect(screen.getByText(actor.fullnameEn)).toBeDefined()
  expect(within(await works('بازی‌ها')).getAllByRole('article').length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'کارگردان' })).toBeNull()
  expect(document.title).toBe(`${actor.fullnameFa} | پرده`)
})

test('a role without works leads to the one with works, and a wrong slug to the right one', async () => {
  const actor = await somebody('actor')
  const { here } = await openApp(`/people/director/${actor.id}/nobody?order_by=rating`)
  await waitFor(() => expect(here()).toBe(`${pathOf(actor, 'actor')}?order_by=rating`))
  expect(await works('بازی‌ها')).toBeDefined()
})

test('a role that is none leads to the person’s own', async () => {
  const director = await somebody('director')
  const { here } = await openApp(pathOf(director, 'producer'))
  await waitFor(() => expect(here()).toBe(pathOf(director, 'director')))
  expect(await works('کارگردانی‌ها')).toBeDefined()
})

test('works are put in another order by their address', async () => {
  const actor = await somebody('actor')
  await openApp(`${pathOf(actor, 'actor')}?order_by=Year&page=0`)
  await works('بازی‌ها')
  expect(screen.getByText('سال ساخت')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
})

test.each(['/people/actor/999999999/nobody', '/people/actor/x/nobody'])('%s is nobody', async (path) => {
  await openApp(path)
  expect(await screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })).toBeDefined()
})

test('somebody seen in a cast has a head without a network, and a page opened once is there whole', async () => {
  const actor = await somebody('actor')
  const [work] = actor.knownFor
  const first = await openApp(work?.path ?? '')
  await screen.findByRole('heading', { level: 1, name: work?.titleFa ?? '' })
  // What is shown is written down a moment later.
  await waitFor(async () => expect(await seenPerson(actor.id)).toBeDefined())
  first.close()
  device.goOffline()
  sayOnline(false)
  const second = await openApp(pathOf(actor, 'actor'))
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  second.close()

  device.goOnline()
  sayOnline(true)
  const third = await openApp(pathOf(actor, 'actor'))
  await works('بازی‌ها')
  third.close()
  device.goOffline()
  sayOnline(false)
  await openApp(pathOf(actor, 'actor'))
  expect(await works('بازی‌ها')).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
})

const NOW = new Date('2026-11-21T09:00:00').getTime()
test.each([
  ['1972-05-07', null, '۵۴ ساله'],
  ['1972-11-21', null, '۵۴ ساله'],
  ['1972-11-22', null, '۵۳ ساله'],
  ['1940-06-22', '2016-07-04', 'در ۷۶ سالگی'],
  ['1940', '2016-07-04', 'در حدود ۷۶ سالگی'],
  ['1990', null, 'حدود ۳۶ ساله'],
  [null, '2016-07-04', undefined],
  ['1650-01-01', null, undefined],
  ['nonsense', null, undefined],
])('born %s, died %s: %s', (born, died, words) => {
  expect(ageOf(born, died, NOW)).toBe(words)
})

test('a day of a life is told in both calendars, a year alone in its own', () => {
  expect(dayOfLife('1972-05-07')).toBe('۱۷ اردیبهشت ۱۳۵۱ (۱۹۷۲ میلادی)')
  expect(dayOfLife('1972')).toBe('۱۹۷۲ میلادی')
  expect(dayOfLife('long ago')).toBeUndefined()
})

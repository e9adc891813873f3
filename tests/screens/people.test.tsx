import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#contract/people.ts'
import { cachedPerson, person } from '#data/areas/people.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { searchDevicePeople } from '#data/search/deviceSearch.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'
import { ageOf, dayOfLife } from '#text/people.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

/** A person of the small catalogue with works in exactly these roles. */
async function personWithRoles(...roles: Person['roles']): Promise<Person> {
  const guest = device.server.createGuest()
  for (const { id } of await popularCards(device.server, 30)) {
    const { json } = await guest.get(`/api/titles/${id}`)
    for (const { id: one } of [...json.data.directors, ...json.data.cast]) {
      const candidate: Person = (await guest.get(`/api/people/${one}`)).json.data
      if (candidate.roles.toSorted().join() === roles.toSorted().join()) return candidate
    }
  }
  throw new Error('no such person in the small catalogue')
}
const pathOf = ({ path }: Person, role: string) => path.replace(/^\/people\/[a-z]+/, `/people/${role}`)
const works = (name: string) => screen.findByRole('list', { name })

test('shows the names, life and works of an actor', async () => {
  const actor = await personWithRoles('actor')
  await openApp(pathOf(actor, 'actor'))
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
  expect(screen.getByText(actor.fullnameEn)).toBeDefined()
  expect(within(await works('بازیگری')).getAllByRole('article').length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'کارگردان' })).toBeNull()
  expect(document.title).toBe(`${actor.fullnameFa} | پرده`)
})

test('redirects from a role without works to one with works and corrects the slug', async () => {
  const actor = await personWithRoles('actor')
  const { currentHref } = await openApp(`/people/director/${actor.id}/nobody?order_by=rating`)
  await waitFor(() => expect(currentHref()).toBe(`${pathOf(actor, 'actor')}?order_by=rating`))
  expect(await works('بازیگری')).toBeDefined()
})

test("redirects from an unknown role to the person's own", async () => {
  const director = await personWithRoles('director')
  const { currentHref } = await openApp(pathOf(director, 'producer'))
  await waitFor(() => expect(currentHref()).toBe(pathOf(director, 'director')))
  expect(await works('کارگردانی')).toBeDefined()
})

test('sorts works by the order in the address', async () => {
  const actor = await personWithRoles('actor')
  await openApp(`${pathOf(actor, 'actor')}?order_by=Year&page=0`)
  await works('بازیگری')
  expect(screen.getByText('سال ساخت')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
})

test.each(['/people/actor/999999999/nobody', '/people/actor/x/nobody'])(
  'shows the not-found screen for %s',
  async (path) => {
    await openApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })).toBeDefined()
  },
)

test('shows the name of a person seen in a cast while offline, and the whole page once it was opened', async () => {
  const actor = await personWithRoles('actor')
  const [work] = actor.knownFor
  const first = await openApp(work?.path ?? '')
  await screen.findByRole('heading', { level: 1, name: work?.titleFa ?? '' })
  // The page stores its data shortly after showing it.
  await waitFor(async () => expect(await cachedPerson(actor.id)).toBeDefined())
  first.close()
  device.disconnect()
  const second = await openApp(pathOf(actor, 'actor'))
  expect(await screen.findByRole('heading', { level: 1, name: actor.fullnameFa })).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  second.close()

  device.goOnline()
  const third = await openApp(pathOf(actor, 'actor'))
  await works('بازیگری')
  third.close()
  device.disconnect()
  await openApp(pathOf(actor, 'actor'))
  expect(await works('بازیگری')).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
})

/** Opens an actor's page, whose copy is then old enough to be asked for again. */
async function openOnce(actor: Person) {
  const tab = await openApp(pathOf(actor, 'actor'))
  await works('بازیگری')
  const read = person(actor.id, { role: 'actor', order: 'newest', page: 1 })
  await waitFor(async () => expect(await read.look()).toBeDefined())
  tab.close()
  await deviceDatabase.answers.toCollection().modify({ at: 0 })
}

test('opens the other person at the address of a merged one, also offline once the device knows', async () => {
  const into = await personWithRoles('actor', 'director')
  const from = await personWithRoles('actor')
  await openOnce(from)
  await createOperatorOf(device.server)('person-merge', { from: String(from.id), into: String(into.id) })

  const second = await openApp(pathOf(from, 'actor'))
  await waitFor(() => expect(second.currentHref()).toBe(pathOf(into, 'actor')))
  expect(await screen.findByRole('heading', { level: 1, name: into.fullnameFa })).toBeDefined()
  await waitFor(async () => expect(await cachedPerson(from.id)).toBeUndefined())
  second.close()

  device.disconnect()
  const third = await openApp(pathOf(from, 'actor'))
  await waitFor(() => expect(third.currentHref()).toBe(pathOf(into, 'actor')))
  expect(await works('بازیگری')).toBeDefined()
})

test('shows a hidden person nowhere on a device that has their page, and again once they are shown', async () => {
  const actor = await personWithRoles('actor')
  const setHidden = (isHidden: boolean) =>
    createOperatorOf(device.server)('person-set', { person: String(actor.id), isHidden })
  const notFound = () => screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })
  const foundHere = async () => (await searchDevicePeople(actor.fullnameEn, 10)).map(({ id }) => id)
  await openOnce(actor)
  expect(await foundHere()).toContain(actor.id)
  await setHidden(true)

  const online = await openApp(pathOf(actor, 'actor'))
  expect(await notFound()).toBeDefined()
  await waitFor(async () => expect(await foundHere()).not.toContain(actor.id))
  online.close()
  device.disconnect()
  const offline = await openApp(pathOf(actor, 'actor'))
  expect(await notFound()).toBeDefined()
  offline.close()

  device.goOnline()
  await setHidden(false)
  const again = await openApp(pathOf(actor, 'actor'))
  expect(await works('بازیگری')).toBeDefined()
  await waitFor(async () => expect(await cachedPerson(actor.id)).toBeDefined())
  again.close()
  device.disconnect()
  await openApp(pathOf(actor, 'actor'))
  expect(await screen.findByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
  expect(await works('بازیگری')).toBeDefined()
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
])('describes the age of a person born %s, died %s as %s', (born, died, words) => {
  expect(ageOf(born, died, NOW)).toBe(words)
})

test('writes a full date in both calendars and a year alone in the Gregorian one', () => {
  expect(dayOfLife('1972-05-07')).toBe('۱۷ اردیبهشت ۱۳۵۱ (۱۹۷۲ میلادی)')
  expect(dayOfLife('1972')).toBe('۱۹۷۲ میلادی')
  expect(dayOfLife('long ago')).toBeUndefined()
})

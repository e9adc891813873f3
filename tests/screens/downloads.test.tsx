import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { freshRow } from '#data/keptRow.ts'
import type { KeptVideo } from '#data/keptRows.ts'
import { personal } from '#data/personal.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let app: Awaited<ReturnType<typeof openApp>> | undefined
let cards: TitleCard[]
beforeEach(async () => {
  device = await aDevice()
  cards = await someCards(device.server, 4)
})
afterEach(async () => {
  app?.close()
  app = undefined
  await device.close()
})

/** A film of this device, as far as the test says how it stands. */
async function aFilm(at: number, news: Partial<KeptVideo>) {
  const title = cards[at]
  if (!title) throw new Error('the catalogue is too small')
  const row = freshRow({ fileId: 100 + at, title, season: null, episode: null, episodeId: null, quality: 720 })
  const until = Date.now() + 86_400_000
  await (await personal()).keptVideos.put({ ...row, createdAt: at, size: 8_000_000, until, ...news })
  return title.titleFa || title.titleEn
}
const item = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const found = heading.closest('li')
  if (!found) throw new Error(`${name} is in no list`)
  return within(found)
}

test('what is kept plays, what waits can be held and goes on, what stopped says why with a way on, and all of it can go', async () => {
  await device.aMember()
  const [kept, coming, unpaid, gone] = [
    await aFilm(0, { state: 'kept', bytes: 8_000_000 }),
    await aFilm(1, { state: 'wanted', bytes: 2_000_000, nextAt: Date.now() + 300_000 }),
    await aFilm(2, { state: 'kept', bytes: 8_000_000, why: 'premium', message: 'اشتراک می‌خواهد' }),
    await aFilm(3, { state: 'stopped', bytes: 0, why: 'withdrawn' }),
  ]
  app = await openApp('/user/downloads')
  const { person } = app
  expect((await item(kept)).getByRole('link', { name: `پخش ${kept}` }).getAttribute('href')).toContain('/watch/')
  expect((await item(unpaid)).getByText('اشتراک می‌خواهد')).toBeTruthy()
  expect((await item(unpaid)).getByRole('link', { name: 'دیدن اشتراک‌ها' })).toBeTruthy()
  expect((await item(unpaid)).queryByRole('link', { name: `پخش ${unpaid}` })).toBeNull()
  expect((await item(gone)).getByText(/دیگر روی سرور نیست/)).toBeTruthy()
  expect((await item(coming)).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')

  await person.click((await item(coming)).getByRole('button', { name: `توقف گرفتن ${coming}` }))
  await person.click(await (await item(coming)).findByRole('button', { name: `ادامهٔ گرفتن ${coming}` }))
  expect(await (await item(coming)).findByRole('button', { name: `توقف گرفتن ${coming}` })).toBeTruthy()
  await person.click((await item(gone)).getByRole('button', { name: `پاک کردن ${gone} از این دستگاه` }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: gone })).toBeNull())

  await person.click(screen.getByRole('button', { name: 'پاک کردن همه' }))
  await person.click(await screen.findByRole('button', { name: 'همه را پاک کن' }))
  expect(await screen.findByText('هنوز فیلمی روی این دستگاه نیست')).toBeTruthy()
  await expect.poll(async () => (await personal()).keptVideos.count()).toBe(0)
})

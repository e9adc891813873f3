import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import type { ComingTitle } from '#contract/titles.ts'
import { calendar } from '#data/areas/calendar.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { historyPull, removeFromHistory, setPosition } from '#data/areas/history.ts'
import { comingSoon, title } from '#data/areas/titles.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { fillPack } from '#data/pack/fillPack.ts'
import { createPackHold } from '#data/pack/packHold.ts'
import { signOut } from '#data/session/signOut.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { episodes } from '#server/database/schema/catalogue.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let caches: TestCaches
let series: TitleCard
let film: TitleCard
/** Coming titles with a day, soonest first. */
let coming: (ComingTitle & { releasedAt: string })[]
/** One without a day. */
let undated: ComingTitle

beforeEach(async () => {
  caches = fakeCaches()
  device = await createDevice()
  await device.registerMember()
  const guest = device.server.createGuest()
  const most = async (type: string) => (await guest.get(`/api/titles/search?order_by=votes&type=${type}`)).json.data[0]
  series = await most('series')
  film = await most('movie')
  const { data } = (await guest.get('/api/titles/comingsoon?per_page=100')).json as { data: ComingTitle[] }
  coming = data.flatMap((one) => (one.releasedAt === null ? [] : [{ ...one, releasedAt: one.releasedAt }]))
  undated = data.find(({ releasedAt }) => releasedAt === null) ?? expect.fail('every coming title has a day')
  device.network = (path) =>
    path.startsWith('/media/')
      ? new Response(new Uint8Array(9), { headers: { 'Content-Type': 'image/avif' } })
      : undefined
})
afterEach(async () => {
  caches.restore()
  // The tests of a worker share the catalogue.
  for (const { id, airedAt } of moved.splice(0)) await setAired(id, airedAt)
  await device.close()
})

const dayIn = (days: number) => new Date(device.server.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const TODAY_ON = () => [dayIn(0), dayIn(3650)] as const
const save = (card: TitleCard, saved = true) => setSaved({ titleId: card.id, saved, card })
const watch = (card: TitleCard) =>
  setPosition({
    titleId: card.id,
    card,
    fileId: null,
    episodeId: null,
    position: 600,
    duration: 6000,
    earlier: [],
    isLast: true,
  })

/** Sends what is pending, pulls the lists and fetches the pages. */
async function sync() {
  await drainOutbox()
  const mine = await personalDatabase()
  await watchlistPull.refresh(mine, {})
  await historyPull.refresh(mine, {})
  expect(await fillPack({ signal: new AbortController().signal, hold: createPackHold() })).toBe('complete')
}

const moved: { id: number; airedAt: string | null }[] = []
async function setAired(id: number, airedAt: string | null) {
  await device.server.database.update(episodes).set({ airedAt }).where(eq(episodes.id, id))
  // The server of this worker may have cached the page.
  await recordChange(device.server.database)
}

/** Moves an episode of the series to a day until the test ends. Returns its id. */
async function airEpisode(season: number, number: number, airedAt: string): Promise<number> {
  const [episode = expect.fail('there is no such episode')] = await device.server.database
    .select({ id: episodes.id, airedAt: episodes.airedAt })
    .from(episodes)
    .where(and(eq(episodes.titleId, series.id), eq(episodes.season, season), eq(episodes.number, number)))
  moved.push(episode)
  await setAired(episode.id, airedAt)
  return episode.id
}

test('shows the episodes of watched series and saved coming titles offline, by day', async () => {
  const [soonest] = coming
  if (!soonest) expect.fail('no coming title has a day')
  const first = await airEpisode(1, 1, dayIn(2))
  const second = await airEpisode(1, 2, dayIn(2))
  await watch(series)
  await save(soonest)
  await save(undated)
  await sync()
  device.goOffline()
  const found = await calendar(...TODAY_ON())
  expect(found?.releases.map(({ day, card, episodes }) => [day, card.id, episodes.map(({ id }) => id)])).toEqual([
    [dayIn(2), series.id, [first, second]],
    [soonest.releasedAt, soonest.id, []],
  ])
  expect(found?.undated.map(({ id }) => id)).toEqual([undated.id])
  expect(found).toMatchObject({ next: undefined, unknownTitles: 0 })
})

test('shows only the days asked for and names the nearest one after them', async () => {
  await airEpisode(1, 1, dayIn(2))
  await airEpisode(1, 2, dayIn(9))
  await airEpisode(1, 3, dayIn(16))
  await save(series)
  await sync()
  const found = await calendar(dayIn(2), dayIn(8))
  expect(found?.releases.map(({ day }) => day)).toEqual([dayIn(2)])
  expect(found?.next).toBe(dayIn(9))
  expect((await calendar(dayIn(3), dayIn(8)))?.releases).toEqual([])
  expect((await calendar(dayIn(9), dayIn(16)))?.releases.map(({ day }) => day)).toEqual([dayIn(9), dayIn(16)])
})

test('a title saved offline appears at once when the list of coming titles or its page was opened', async () => {
  const [soonest, other] = coming
  if (!soonest || !other) expect.fail('two coming titles have a day')
  const list = comingSoon({ type: 'all', page: 1 })
  await list.store(await list.fetch({}))
  await airEpisode(1, 1, dayIn(2))
  const page = title(series.id)
  await page.store(await page.fetch({}))
  device.goOffline()
  await save(soonest)
  await save(series)
  await save(film)
  const found = await calendar(...TODAY_ON())
  expect(new Set(found?.releases.map(({ card }) => card.id))).toEqual(new Set([soonest.id, series.id]))
  // Nothing on this device says when the film comes out.
  expect(found?.unknownTitles).toBe(1)
})

test('a title removed offline disappears at once, unless it is still on the other list', async () => {
  const [soonest] = coming
  if (!soonest) expect.fail('no coming title has a day')
  await airEpisode(1, 1, dayIn(2))
  await save(soonest)
  await save(series)
  await watch(series)
  await sync()
  device.goOffline()
  const ids = async () => (await calendar(...TODAY_ON()))?.releases.map(({ card }) => card.id)
  await save(soonest, false)
  await save(series, false)
  expect(await ids()).toEqual([series.id])
  await removeFromHistory({ titleId: series.id, name: series.titleFa, canUndo: false })
  expect(await ids()).toEqual([])
})

test('knows the days again of pages that an earlier version stored', async () => {
  const [soonest] = coming
  if (!soonest) expect.fail('no coming title has a day')
  await save(soonest)
  await sync()
  await database.packStates.toCollection().modify((state) => {
    delete state.releases
  })
  expect(await calendar(...TODAY_ON())).toMatchObject({ releases: [] })
  device.sent.length = 0
  await sync()
  expect(device.sent.filter((line) => line.includes('/api/titles'))).toEqual([])
  expect((await calendar(...TODAY_ON()))?.releases.map(({ card }) => card.id)).toEqual([soonest.id])
})

test('an unreadable stored page costs that title alone', async () => {
  const [soonest, other] = coming
  if (!soonest || !other) expect.fail('two coming titles have a day')
  await save(soonest)
  await save(other)
  await sync()
  await database.packPages
    .where('id')
    .equals(soonest.id)
    .modify({ title: { id: 'x' } as never })
  expect((await calendar(...TODAY_ON()))?.releases.map(({ card }) => card.id)).toEqual([other.id])
})

test('there is no calendar after sign-out', async () => {
  await save(undated)
  await sync()
  await signOut({ keepData: false })
  expect(await calendar(...TODAY_ON())).toBeUndefined()
})

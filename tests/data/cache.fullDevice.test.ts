import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient, persistInitialQueries, withinBudget } from '#app/queryClient.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { genres } from '#data/areas/genres.ts'
import { openedTitles, slideshow, title, titleSearch } from '#data/areas/titles.ts'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { NotStored } from '#data/database/durableWrite.ts'
import { clock } from '#data/platform/clock.ts'
import { startRead } from '#data/react/readHooks.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let cards: TitleCard[]
beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 4)
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  return device.close()
})

/** Makes database writes fail as over quota, for the next `times` writes. */
function fillDevice(times = Number.POSITIVE_INFINITY) {
  const put = IDBObjectStore.prototype.put
  let remaining = times
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (remaining-- > 0) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, args)
  })
}

test('evicts the older half of the cached titles when the device is full', async () => {
  for (const { id } of cards.slice(0, 3)) await title(id).store(await title(id).fetch({}))
  const last = title(cards[3]?.id ?? 0)
  const data = await last.fetch({})
  fillDevice(1)
  await last.store(data)
  expect((await last.look())?.data.id).toBe(cards[3]?.id)
  expect((await openedTitles()).size).toBeLessThan(4)
})

test("shows the server's data when the device can store nothing", async () => {
  fillDevice()
  const client = createQueryClient()
  const read = titleSearch({ order_by: 'votes' })
  await startRead(client, read)
  await vi.waitFor(() => expect(client.getQueryState(read.key)?.status).toBe('success'))
  await expect(read.store(await read.fetch({}))).rejects.toThrow(NotStored)
})

test('works without localStorage when it is full or forbidden', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const client = createQueryClient()
  const stop = persistInitialQueries(client)
  await startRead(client, genres())
  await vi.waitFor(() => expect(client.getQueryState(genres().key)?.status).toBe('success'))
  await vi.waitFor(() => expect(Storage.prototype.setItem).toHaveBeenCalled(), 4000)
  expect(() => saveDraft('comment:1', { text: 'x', spoiler: false }, 1)).not.toThrow()
  stop?.()
})

test('limits the persisted first screen to genres, slides and the newest result pages within its budget', () => {
  const query = (queryKey: unknown[], dataUpdatedAt: number) => ({
    queryKey,
    queryHash: JSON.stringify(queryKey),
    state: { data: 'x'.repeat(90_000), dataUpdatedAt },
  })
  const resultPages = [1, 2, 3, 4].map((page) => query(titleSearch({ page }).key as unknown[], page))
  const text = withinBudget({
    timestamp: 7,
    buster: '1',
    clientState: { mutations: [], queries: [...resultPages, query(slideshow().key as unknown[], 0)] },
  } as unknown as Parameters<typeof withinBudget>[0])
  expect(text.length).toBeLessThan(300_500)
  const read = JSON.parse(text)
  expect(read).toMatchObject({ timestamp: 7, buster: '1' })
  expect(read.clientState.queries.map(({ queryKey }: { queryKey: unknown[] }) => queryKey[1])).toEqual([
    'slideshow',
    'search',
    'search',
  ])
  expect(read.clientState.queries[1].state.dataUpdatedAt).toBe(4)
})

test("shows a draft only to its author, hands a guest's draft to the next user and deletes drafts at sign-out", async () => {
  saveDraft('comment:7', { text: 'سلام', spoiler: true }, 1)
  expect(await readDraft('comment:7', 1)).toEqual({ text: 'سلام', spoiler: true })
  expect(await readDraft('comment:7', 2)).toBeUndefined()
  expect(await readDraft('comment:7', null)).toBeUndefined()
  saveDraft('comment:8', { text: 'مهمان', spoiler: false }, null)
  expect((await readDraft('comment:8', 2))?.text).toBe('مهمان')
  localStorage.setItem('parde-draft:comment:9', '{"text":')
  expect(await readDraft('comment:9', 1)).toBeUndefined()
})

test('restores a draft that localStorage lost and does not restore a sent one', async () => {
  saveDraft('comment:7', { text: 'نیمه', spoiler: false }, 1)
  const before = localStorage.getItem('parde-draft:comment:7') ?? ''
  localStorage.clear()
  await vi.waitFor(async () => expect((await readDraft('comment:7', 1))?.text).toBe('نیمه'))
  vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + 1_000)
  deleteDraft('comment:7')
  localStorage.setItem('parde-draft:comment:7', before)
  await vi.waitFor(async () => expect(await readDraft('comment:7', 1)).toBeUndefined())
})

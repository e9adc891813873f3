import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { setHidden, setPosition, setWatched, watchedTitles } from '#data/areas/history.ts'
import { pulls } from '#data/areas/kinds.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { savedTitles, setSaved } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'

let device: TestDevice
let from: TitleCard
let into: TitleCard

beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  const films = (await popularCards(device.server, 20)).filter(({ type }) => type === 'movie')
  const [first, second] = films
  if (!first || !second) throw new Error('the small catalogue has no two films')
  ;[from, into] = [first, second]
})
afterEach(() => device.close())

const merge = () => createOperatorOf(device.server)('title-merge', { from: String(from.id), into: String(into.id) })
const pull = async () => {
  for (const list of pulls) await list.refresh(await personalDatabase(), {})
}
const saved = async () => (await savedTitles())?.items.map(({ titleId }) => titleId)
const outbox = async () => (await personalDatabase()).outbox.toArray()

test('changes made offline to a title that was merged meanwhile are on the lists under the other title', async () => {
  await pull()
  device.goOffline()
  await setSaved({ titleId: from.id, saved: true, card: from })
  await setLiked({ titleId: from.id, liked: true, name: from.titleFa })
  await setPosition({
    ...{ titleId: from.id, card: from, fileId: null, episodeId: null, position: 60, duration: 6000 },
    isLast: true,
  })
  await setWatched({ titleId: from.id, card: from, flags: [{ episodeId: null, watched: true }] })
  await merge()

  await device.reconnect()
  expect(await outbox()).toEqual([])
  await pull()

  expect(await saved()).toEqual([into.id])
  expect(await likeState(into.id)).toMatchObject({ liked: true, likes: 1 })
  expect((await likeState(from.id)).liked).toBe(false)
  expect(
    (await watchedTitles())?.items.map(({ titleId, position, flags }) => [titleId, position, flags.length]),
  ).toEqual([[into.id, 60, 1]])
})

test('of changes made offline to both titles the later one is shown after the next pull', async () => {
  await setSaved({ titleId: from.id, saved: true, card: from })
  await device.reconnect()
  device.goOffline()
  await setSaved({ titleId: into.id, saved: true, card: into })
  await setSaved({ titleId: from.id, saved: false, card: from })
  await merge()
  expect(await saved()).toEqual([into.id])

  await device.reconnect()
  await pull()
  expect(await outbox()).toEqual([])
  expect(await saved()).toEqual([])
})

test('an acknowledged change stays once when its answer was lost before the merge', async () => {
  device.network = 'answer-lost'
  await setSaved({ titleId: from.id, saved: true, card: from })
  await device.reconnect().catch(() => undefined)
  await merge()

  await device.reconnect({ all: true })
  await pull()
  expect(await outbox()).toEqual([])
  expect(await saved()).toEqual([into.id])
})

test('a hidden title of a removed one still fails', async () => {
  device.goOffline()
  await setHidden({ titleId: from.id, name: from.titleFa, hidden: true })
  await createOperatorOf(device.server)('title-remove', { title: String(from.id) })
  await device.reconnect()
  expect(await outbox()).toMatchObject([{ status: 'failed', lastError: { status: 404 } }])
})

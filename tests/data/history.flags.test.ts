import { expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { historyPull, removeFromHistory, setPosition, setWatched, watchedState } from '#data/areas/history.ts'
import { importHistory } from '#data/areas/importHistory.ts'
import { markWatched, partsOf } from '#data/areas/markWatched.ts'
import { restoreToHistory } from '#data/areas/restoreHistory.ts'
import { syncState } from '#data/areas/syncState.ts'
import { partProgress } from '#data/areas/watchedParts.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { card, device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

const watch = (position: number) =>
  setPosition({ titleId: card.id, card, fileId: null, episodeId: null, position, duration: 6000, isLast: true })
const onServer = async () => (await member.get('/api/user/history')).json.data
const isWatched = async (titleId = card.id, part: number | null = null) =>
  partProgress(await watchedState(titleId), part).isWatched
const waiting = async () => (await syncState())?.waiting.map(({ kind }) => kind)
const refresh = async () => historyPull.refresh(await personalDatabase(), {})

async function series(): Promise<{ card: TitleCard; episodes: number[] }> {
  const { data } = (await member.get('/api/titles/search?type=series&order_by=votes')).json
  const title = (await member.get(`/api/titles/${data[0].id}`)).json.data
  return { card: data[0], episodes: partsOf(title).flatMap((part) => part ?? []) }
}

test('marks a film offline, with an undo that leaves nothing behind', async () => {
  device.goOffline()
  const undo = await markWatched(card, [null], true)
  expect(await isWatched()).toBe(true)
  expect(await watchedState(card.id)).toMatchObject({ position: 0, playedAt: null, pending: true })
  await undo()
  expect(await watchedState(card.id)).toBeUndefined()
  await device.reconnect({ all: true })
  expect(await onServer()).toEqual([])
  expect(await watchedState(card.id)).toBeUndefined()
})

test('marks a whole series with one call, and shows it on the next pull of another device', async () => {
  const { card: title, episodes } = await series()
  expect(episodes.length).toBeGreaterThan(10)
  device.goOffline()
  await markWatched(title, episodes, true)
  expect(await waiting()).toEqual(['history.setWatched'])
  await device.reconnect({ all: true })
  const [item] = await onServer()
  expect(item.flags.map(({ episodeId }: { episodeId: number }) => episodeId).toSorted()).toEqual(episodes.toSorted())
  expect(await isWatched(title.id, episodes[3])).toBe(true)

  // Another device takes back one of them.
  const other = createMutationClient(await member.signIn())
  await other.flag(title.id, [{ episodeId: episodes[3], watched: false }])
  await refresh()
  expect([await isWatched(title.id, episodes[3]), await isWatched(title.id, episodes[4])]).toEqual([false, true])
})

test('an undo restores an earlier mark and does not touch positions', async () => {
  await watch(3000)
  const undo = await markWatched(card, [null], true)
  await drainOutbox()
  await undo()
  await drainOutbox()
  expect(partProgress(await watchedState(card.id), null)).toMatchObject({
    isWatched: false,
    resume: { position: 3000 },
  })
  expect(await onServer()).toMatchObject([{ position: 3000, flags: [] }])
})

test('an older position of another device does not undo a mark', async () => {
  const other = createMutationClient(await member.signIn())
  await markWatched(card, [null], true)
  await markWatched(card, [null], false)
  await drainOutbox()
  await other.watch(card.id, { position: 6000, duration: 6000 }, { age: 60_000 })
  await refresh()
  expect(await watchedState(card.id)).toMatchObject({ position: 6000 })
  expect(await isWatched()).toBe(false)
})

test('keeps marks in the order of positions, whether they are sent at once or later', async () => {
  device.goOffline()
  await markWatched(card, [null], true)
  const markedAt = clock.now()
  await vi.waitUntil(() => clock.now() > markedAt)
  await watch(3000)
  expect(partProgress(await watchedState(card.id), null)).toMatchObject({ isWatched: true, resume: { position: 3000 } })
  await device.reconnect({ all: true })
  expect(partProgress(await watchedState(card.id), null)).toMatchObject({ isWatched: true, resume: { position: 3000 } })
})

test('toggling offline leaves one entry of each part', async () => {
  const { card: title, episodes } = await series()
  const [first = 0, second = 0] = episodes
  device.goOffline()
  for (const watched of [true, false, true]) await markWatched(title, [first], watched)
  await markWatched(title, [second], true)
  expect(await waiting()).toEqual(['history.setWatched', 'history.setWatched'])
  await device.reconnect({ all: true })
  const [item] = await onServer()
  expect(item.flags).toMatchObject([
    { episodeId: first, watched: true },
    { episodeId: second, watched: true },
  ])
})

test('a removal from the history takes marks with it, and its undo brings them back', async () => {
  const { card: title, episodes } = await series()
  await markWatched(title, episodes.slice(0, 3), true)
  await drainOutbox()
  const item = await watchedState(title.id)
  if (!item) throw new Error('nothing is marked')
  await removeFromHistory({ titleId: title.id, name: title.titleFa })
  expect(await watchedState(title.id)).toBeUndefined()
  await drainOutbox()
  expect(await onServer()).toEqual([])
  await restoreToHistory(item)
  await drainOutbox()
  expect((await watchedState(title.id))?.flags).toHaveLength(3)
  expect((await onServer())[0].flags).toHaveLength(3)
})

test('a mark that waits is removed with the title', async () => {
  device.goOffline()
  await markWatched(card, [null], true)
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  expect(await watchedState(card.id)).toBeUndefined()
  await device.reconnect({ all: true })
  expect(await onServer()).toEqual([])
  expect(await watchedState(card.id)).toBeUndefined()
})

test('an imported film is marked as watched, not played', async () => {
  await importHistory([{ imdb: card.imdb, name: card.titleEn, watchedAt: '2020-01-01T00:00:00.000Z' }], 'watched.csv')
  await drainOutbox()
  expect(await watchedState(card.id)).toMatchObject({
    playedAt: null,
    duration: 0,
    watchedAt: '2020-01-01T00:00:00.000Z',
  })
  expect(await isWatched()).toBe(true)
})

test('marks once when answers are lost and requests arrive twice', async () => {
  await setWatched({ titleId: card.id, card, flags: [{ episodeId: null, watched: true }] })
  device.network = 'answer-lost'
  await drainOutbox()
  device.network = 'twice'
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ flags: [{ episodeId: null, watched: true }] }])
  expect(await waiting()).toEqual([])
})

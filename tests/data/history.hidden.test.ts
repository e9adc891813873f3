import { expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { historyPull, removeFromHistory, setHidden, setPosition, watchedState } from '#data/areas/history.ts'
import { syncState } from '#data/areas/syncState.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { card, device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

const watch = (position: number) =>
  setPosition({ titleId: card.id, card, fileId: null, episodeId: null, position, duration: 6000, isLast: true })
const hide = (hidden = true) => setHidden({ titleId: card.id, name: card.titleFa, hidden })
const onServer = async () => (await member.get('/api/user/history')).json.data
const state = async () => {
  const watched = await watchedState(card.id)
  return watched && [watched.position, watched.hidden]
}

test('hides a title offline with its pending position, and sends both', async () => {
  device.goOffline()
  await watch(100)
  await hide()
  expect(await state()).toEqual([100, true])
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 100, hidden: true }])
  expect(await state()).toEqual([100, true])
})

test('shows a hidden title as soon as it is watched again', async () => {
  await watch(100)
  await hide()
  await drainOutbox()
  device.goOffline()
  await watch(200)
  expect(await state()).toEqual([200, false])
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 200, hidden: false }])
})

test('sends nothing when hiding is undone in time', async () => {
  await watch(100)
  await drainOutbox()
  device.goOffline()
  await hide()
  await hide(false)
  expect(await state()).toEqual([100, false])
  expect((await syncState())?.waiting).toEqual([])
})

test('keeps pending positions before and after several changes', async () => {
  device.goOffline()
  await watch(100)
  for (const hidden of [true, false, true]) await hide(hidden)
  await watch(200)
  await hide()
  expect((await syncState())?.waiting.map(({ kind }) => kind)).toEqual([
    'history.setPosition',
    'history.setHidden',
    'history.setPosition',
    'history.setHidden',
  ])
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 200, hidden: true }])
})

test('hides once when answers are lost and requests arrive twice', async () => {
  await watch(100)
  await drainOutbox()
  await hide()
  device.network = 'answer-lost'
  await drainOutbox()
  device.network = 'twice'
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 100, hidden: true }])
  expect((await syncState())?.waiting).toEqual([])
})

test('learns from a pull that another device hid a title', async () => {
  await watch(100)
  await drainOutbox()
  const database = await personalDatabase()
  await historyPull.refresh(database, {})
  await createMutationClient(member).hide(card.id, true)
  await historyPull.refresh(database, {})
  expect(await state()).toEqual([100, true])
})

test('removes a hidden title from the history', async () => {
  await watch(100)
  await hide()
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  expect(await state()).toBeUndefined()
  await drainOutbox()
  expect(await onServer()).toEqual([])
})

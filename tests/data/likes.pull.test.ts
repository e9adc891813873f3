import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { pulls } from '#data/areas/kinds.ts'
import { likeState, likesPull, setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import type { Caller } from '#tests/harness/server.ts'

let device: TestDevice
let elsewhere: Caller
let titleId: number

beforeEach(async () => {
  device = await createDevice()
  const member = await device.registerMember()
  elsewhere = await member.signIn()
  titleId = (await popularCards(device.server, 1))[0]?.id ?? 0
})
afterEach(() => device.close())

const likeElsewhere = (liked: boolean) => elsewhere.post(`/api/user/like/${titleId}`, { liked })
const likeHere = (liked: boolean) => setLiked({ titleId, liked, name: 'یک فیلم' })
const pull = async () => likesPull.refresh(await personalDatabase(), {})
const shown = async () => {
  const { liked, likes } = await likeState(titleId)
  return [liked, likes]
}

test('shows a like of another device of a title that was never opened here, and its removal', async () => {
  expect(await shown()).toEqual([undefined, undefined])
  await likeElsewhere(true)
  await pull()
  device.goOffline()
  expect(await shown()).toEqual([true, 1])
  device.goOnline()
  await likeElsewhere(false)
  await pull()
  // The tombstone has no number of likes.
  expect(await shown()).toEqual([false, 0])
})

test('knows after the first pull that other titles are not liked', async () => {
  await pull()
  expect(await shown()).toEqual([false, undefined])
})

test('keeps a newer like of this device', async () => {
  await likeElsewhere(true)
  await pull()
  await likeHere(false)
  await pull()
  expect(await shown()).toEqual([false, 0])
  await drainOutbox()
  await pull()
  expect(await shown()).toEqual([false, 0])
})

test('lets a server lack the list: likes of this device stay, and the lists count as current', async () => {
  device.network = (path) =>
    path.startsWith('/api/user/likes') ? Response.json({ message: 'No such route.' }, { status: 404 }) : undefined
  await likeHere(true)
  await drainOutbox()
  const database = await personalDatabase()
  for (const list of pulls) await list.refresh(database, {})
  expect(await shown()).toEqual([true, 1])
  expect(await likeState(titleId + 1)).toMatchObject({ liked: undefined })
  expect((await syncState())?.syncedAt).toBeTypeOf('number')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { watchlistApi } from '#contract/watchlist.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { ask, perform } from '#data/network/call.ts'
import { Unreachable } from '#data/network/failures.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { sendOutbox } from '../../sw/sendOutbox.ts'

/** A worker without the Cookie Store API, as in Safari before 18.4 and Firefox before 140. */

let device: TestDevice
let card: TitleCard
beforeEach(async () => {
  device = await createDevice()
  card = await popularCard(device.server)
  await device.registerMember()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await device.close()
})

test('sends no change on a push, and the session lasts', async () => {
  device.goOffline()
  await setSaved({ titleId: card.id, saved: true, card })
  // The server's answer to a change without the CSRF token.
  device.network = (_, { method }) =>
    method === 'POST'
      ? Response.json({ message: 'نشست امنیتی منقضی شده است.', code: 'csrf_mismatch' }, { status: 419 })
      : new Response(null, { status: 204 })
  vi.stubGlobal('document', undefined)
  const sentBefore = device.sent.length

  await sendOutbox()
  const save = ask(watchlistApi.set, { params: { id: card.id }, body: { saved: true } })
  await expect(perform(save)).rejects.toBeInstanceOf(Unreachable)

  expect(device.sent.slice(sentBefore)).toEqual([])
  expect(await readSession()).toMatchObject({ status: 'active' })
  expect(await (await personalDatabase()).outbox.toArray()).toMatchObject([{ status: 'queued' }])
})

import { afterEach, beforeEach, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { kinds } from '#data/areas/kinds.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import type { MutationKind } from '#data/sync/mutation.ts'
import { createDevice, popularCards, type TestDevice } from './device.ts'
import type { Member } from './server.ts'

/** The device, its signed-in user and six titles; replaced for each test. */
export let device: TestDevice
export let member: Member
export let cards: TitleCard[]

/** Registers the set-up and tear-down of tests that save titles of the catalogue on one device. */
export function setUpOutbox() {
  beforeEach(async () => {
    device = await createDevice()
    cards = await popularCards(device.server, 6)
    member = await device.registerMember()
    device.sent.length = 0
  })
  afterEach(() => {
    vi.restoreAllMocks()
    return device.close()
  })
}

export function card(index: number): TitleCard {
  const found = cards[index]
  if (!found) throw new Error('the small catalogue is too small')
  return found
}

export const save = (index: number, saved = true) => setSaved({ titleId: card(index).id, saved, card: card(index) })

/** Runs `work` in an app that also has this mutation kind. */
export async function withKind(kind: MutationKind, work: () => Promise<unknown>) {
  kinds.push(kind)
  try {
    await work()
  } finally {
    kinds.pop()
  }
}

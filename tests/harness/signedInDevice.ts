import { afterEach, beforeEach } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { createDevice, popularCard, type TestDevice } from './device.ts'
import type { Member } from './server.ts'

/** A device, its signed-in user and a title of the catalogue; replaced for each test. */
export let device: TestDevice
export let member: Member
export let card: TitleCard

/** Registers the set-up and tear-down of tests on a device with a signed-in user. */
export function setUpSignedInDevice() {
  beforeEach(async () => {
    device = await createDevice()
    card = await popularCard(device.server)
    member = await device.registerMember()
  })
  afterEach(() => device.close())
}

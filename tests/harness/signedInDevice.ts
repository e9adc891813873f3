import { afterEach, beforeEach } from 'vitest'
import { createDevice, type TestDevice } from './device.ts'
import type { Member } from './server.ts'

/** A device and its signed-in user; replaced for each test. */
export let device: TestDevice
export let member: Member

/** Registers the set-up and tear-down of tests on a device with a signed-in user. */
export function setUpSignedInDevice() {
  beforeEach(async () => {
    device = await createDevice()
    member = await device.registerMember()
  })
  afterEach(() => device.close())
}

import * as v from 'valibot'
import { Device, devicesApi } from '#contract/devices.ts'
import { type Read, uncachedRead } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'

/** Lists where the user is signed in. */
export function devices(): Read<Device[]> {
  return uncachedRead({
    key: ['devices'],
    shape: v.array(Device),
    fetch: async (options) => (await call(devicesApi.all, {}, options)).data,
  })
}

export function signOutDevice(id: number): Promise<CallResult<unknown>> {
  return callResult(() => call(devicesApi.end, { params: { id } }))
}

/** Signs out every other device. Returns how many. */
export function signOutOtherDevices(): Promise<CallResult<number>> {
  return callResult(async () => (await call(devicesApi.endOthers, {})).data.ended)
}

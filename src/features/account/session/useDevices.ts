import type { Device } from '#contract/devices.ts'
import { useRead } from '#data/react/readHooks.ts'
import { devices, signOutDevice, signOutOtherDevices } from '#data/session/devices.ts'
import { useOnlineAction } from '#parts/actions/useOnlineAction.ts'
import { devicesText } from '#text/access.ts'
import { accountText } from '#text/account.ts'

/** The user's signed-in devices and the actions to sign them out. `ending`: the sign-out in progress. */
export function useDevices() {
  const view = useRead(devices())
  const { running: ending, run } = useOnlineAction<Device['id'] | 'others'>({
    queryKey: devices().key,
    offline: accountText.offline,
  })

  return {
    view,
    ending,
    endOne: ({ id, name }: Device) =>
      void run(
        id,
        () => signOutDevice(id),
        () => devicesText.ended(name),
      ),
    endOthers: () => void run('others', signOutOtherDevices, devicesText.endedOthers),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '#contract/devices.ts'
import type { CallResult } from '#data/network/failures.ts'
import { useRead } from '#data/react/readHooks.ts'
import { devices, signOutDevice, signOutOtherDevices } from '#data/session/devices.ts'
import { failureWords } from '#parts/actions/failureWords.ts'
import { devicesText } from '#text/access.ts'
import { accountText } from '#text/account.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** The user's signed-in devices and the actions to sign them out. `ending`: the sign-out in progress. */
export function useDevices() {
  const view = useRead(devices())
  const client = useQueryClient()
  const [ending, setEnding] = useState<Device['id'] | 'others'>()

  async function end<Data>(
    what: Device['id'] | 'others',
    act: () => Promise<CallResult<Data>>,
    successText: (data: Data) => string,
  ) {
    if (ending !== undefined) return
    setEnding(what)
    try {
      const answer = await act()
      if (answer.ok) showSnackbar({ text: successText(answer.data) })
      else showSnackbar({ text: failureWords(answer, accountText.offline), tone: 'warning' })
      await client.invalidateQueries({ queryKey: devices().key })
    } finally {
      setEnding(undefined)
    }
  }

  return {
    view,
    ending,
    endOne: ({ id, name }: Device) =>
      void end(
        id,
        () => signOutDevice(id),
        () => devicesText.ended(name),
      ),
    endOthers: () => void end('others', signOutOtherDevices, devicesText.endedOthers),
  }
}

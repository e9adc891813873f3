import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/passkeys.ts'
import { reportError } from '#data/platform/reportError.ts'
import { useRead } from '#data/react/readHooks.ts'
import { createPasskey, passkeys, removePasskey } from '#data/session/passkeys.ts'
import { showFailure } from '#parts/actions/failureWords.ts'
import { failureText } from '#text/failures.ts'
import { passkeysText } from '#text/passkeys.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { showCreationResult } from './passkeyResults.ts'

/** The user's passkeys and the actions to add and to remove one. */
export function usePasskeys() {
  const view = useRead(passkeys())
  const client = useQueryClient()
  const [running, setRunning] = useState<'creating' | 'removing'>()

  async function run(what: 'creating' | 'removing', act: () => Promise<void>) {
    if (running !== undefined) return
    setRunning(what)
    try {
      await act()
      await client.invalidateQueries({ queryKey: passkeys().key })
    } catch (failure) {
      reportError(failure)
      showSnackbar({ text: failureText.default, tone: 'warning' })
    } finally {
      setRunning(undefined)
    }
  }

  return {
    view,
    running,
    create: () => void run('creating', async () => showCreationResult(await createPasskey())),
    remove: ({ id }: Passkey) =>
      run('removing', async () => {
        const answer = await removePasskey(id)
        if (answer.ok) return void showSnackbar({ text: passkeysText.removed })
        showFailure(answer, passkeysText.removeOffline)
      }),
  }
}

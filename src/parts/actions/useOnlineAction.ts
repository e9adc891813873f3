import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '#data/network/failures.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { showFailure } from './failureWords.ts'

/**
 * Runs calls that need the network, one at a time, with the result in a snackbar, and reads the query again. `running`: the
 * name of the call in progress. `offline`: the text for an unreachable server.
 */
export function useOnlineAction<Name>({ queryKey, offline }: { queryKey: readonly unknown[]; offline: string }) {
  const client = useQueryClient()
  const [running, setRunning] = useState<Name>()

  async function run<Data>(name: Name, act: () => Promise<CallResult<Data>>, successText: (data: Data) => string) {
    if (running !== undefined) return
    setRunning(() => name)
    try {
      const answer = await act()
      if (answer.ok) showSnackbar({ text: successText(answer.data) })
      else showFailure(answer, offline)
      await client.invalidateQueries({ queryKey })
    } finally {
      setRunning(undefined)
    }
  }

  return { running, run }
}

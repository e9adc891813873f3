import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { drainBeforeSignOut } from '#data/areas/drain.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { reportError } from '#data/platform/reportError.ts'
import { clearQueryCache } from '#data/react/readHooks.ts'
import { useSyncState } from '#data/react/syncHooks.ts'
import { signOut } from '#data/session/signOut.ts'
import { logoutText } from '#text/account.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Progress of a sign-out. `asking`: this many changes are unsent and the user has to decide. */
export type SignOutStep = { step: 'sending' | 'leaving' | 'failed' } | { step: 'asking'; waiting: number; upTo: number }

/**
 * Signs out (docs/sync.md#sign-out): drains the outbox first and asks the user when changes remain. Continues without an
 * answer when these have been sent meanwhile. A user who leaves the screen before answering stays signed in. Clears the
 * query cache, so that no private data stays in memory.
 */
export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState<SignOutStep>({ step: 'sending' })
  const left = useRef(false)

  const leave = useCallback(
    async ({ keepData }: { keepData: boolean }) => {
      if (left.current) return
      left.current = true
      setLeaving({ step: 'leaving' })
      try {
        const isRevoked = await signOut({ keepData })
        void clearQueryCache(client)
        showSnackbar({
          text: isRevoked ? logoutText.left : logoutText.leftOffline,
          tone: isRevoked ? 'plain' : 'warning',
        })
        await navigate({ to: '/', replace: true })
      } catch (failure) {
        reportError(failure)
        left.current = false
        setLeaving({ step: 'failed' })
      }
    },
    [client, navigate],
  )

  const isHere = useRef(false)
  const start = useCallback(() => {
    setLeaving({ step: 'sending' })
    drainBeforeSignOut().then(
      ({ count, upTo }) => {
        if (!isHere.current) return
        if (count === 0) void leave({ keepData: false })
        else setLeaving({ step: 'asking', waiting: count, upTo })
      },
      (failure: unknown) => {
        ignoring(...EXPECTED_ERRORS)(failure)
        if (isHere.current) setLeaving({ step: 'failed' })
      },
    )
  }, [leave])

  useEffect(() => {
    isHere.current = true
    start()
    return () => {
      isHere.current = false
    }
  }, [start])

  const state = useSyncState()
  const isAsking = leaving.step === 'asking'
  const oldest = state && Math.min(...[state.waiting[0], state.failed[0]].map((entry) => entry?.seq ?? Infinity))
  const isSent = isAsking && oldest !== undefined && oldest > leaving.upTo
  useEffect(() => {
    // Starts again instead of leaving: another tab may have added entries, as a playing film does.
    if (isSent) start()
  }, [isSent, start])

  const unsent = state && state.waitingCount + state.failed.length
  return {
    leaving: isAsking && unsent ? { ...leaving, waiting: unsent } : leaving,
    leave,
    retry: start,
  }
}

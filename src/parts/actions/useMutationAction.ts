import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DeferredAction, deferAction } from '#data/areas/deferredAction.ts'
import { NotStored } from '#data/database/durableWrite.ts'
import { SignedOut } from '#data/database/session.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * Runs a mutation that the user asked for. Sends guests to sign-in and back to `anchor` on this page; `deferred` then
 * runs after sign-in. Shows a snackbar when the device could not store the mutation, because then nothing was saved.
 */
export function useMutationAction(
  anchor?: string,
): (mutate: () => Promise<void>, deferred?: DeferredAction) => Promise<void> {
  const router = useRouter()
  return useCallback(
    async (mutate, deferred) => {
      try {
        await mutate()
      } catch (failure) {
        if (failure instanceof SignedOut) {
          if (deferred) deferAction(deferred)
          const { href } = router.state.location
          const redirect = anchor === undefined ? href : `${href.replace(/#.*$/s, '')}#${anchor}`
          await router.navigate({ to: '/auth/login', search: { redirect } })
        } else if (failure instanceof NotStored) showSnackbar({ text: titlesText.notSaved, tone: 'warning' })
        else throw failure
      }
    },
    [router, anchor],
  )
}

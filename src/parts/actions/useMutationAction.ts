import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { NotStored, SignedOut } from '#data/network/failures.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * Carries out a change of the person's. A guest is taken to signing in and comes back here; what the device could not
 * write down is said, since then the tap did not happen. `anchor`: the part of the page to come back to.
 */
export function useMutationAction(anchor?: string): (change: () => Promise<void>) => Promise<void> {
  const router = useRouter()
  return useCallback(
    async (change) => {
      try {
        await change()
      } catch (failure) {
        if (failure instanceof SignedOut) {
          const { href } = router.state.location
          const redirect = anchor === undefined ? href : `${href.replace(/#.*$/s, '')}#${anchor}`
          await router.navigate({ to: '/auth/login', search: { redirect } })
        } else if (failure instanceof NotStored) showSnackbar({ text: titlesText.notKept, tone: 'warning' })
        else throw failure
      }
    },
    [router, anchor],
  )
}

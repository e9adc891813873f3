import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { runDeferredAction } from '#data/areas/runDeferredAction.ts'
import { useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'

/**
 * Runs the action that the user began as a guest and navigates to `path` once the user is signed in, here or in another tab. Stays while the session is expired, because
 * the user came to sign in again.
 */
export function useReturnAfterSignIn(path: string) {
  const session = useSession()
  const router = useRouter()
  const run = useMutationAction()
  const isSignedIn = session.state === 'member' && !session.expired
  useEffect(() => {
    if (isSignedIn) void run(runDeferredAction).then(() => router.navigate({ href: path, replace: true }))
  }, [isSignedIn, path, router, run])
}

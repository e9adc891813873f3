import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#data/react/readHooks.ts'

/**
 * Navigates to `path` once the user is signed in, here or in another tab. Stays while the session is expired, because
 * the user came to sign in again.
 */
export function useReturnAfterSignIn(path: string) {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session.state === 'member' && !session.expired
  useEffect(() => {
    if (isSignedIn) void router.navigate({ href: path, replace: true })
  }, [isSignedIn, path, router])
}

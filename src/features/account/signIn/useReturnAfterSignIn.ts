import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#data/react/readHooks.ts'

/**
 * Sends whoever is signed in on to where they were going, whether they signed in here or in another tab. An expired
 * session is no reason to leave: its person came to sign in again.
 */
export function useReturnAfterSignIn(path: string) {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session.state === 'member' && !session.expired
  useEffect(() => {
    if (isSignedIn) void router.navigate({ href: path, replace: true })
  }, [isSignedIn, path, router])
}

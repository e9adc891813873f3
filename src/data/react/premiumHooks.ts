import { clock } from '#data/platform/clock.ts'
import { useSession } from './readHooks.ts'

/**
 * Whether the user has premium, by the subscription cached on the device; it may have expired since. Undefined while the
 * session is unknown.
 */
export function useHasPremium(): boolean | undefined {
  const session = useSession()
  if (session.state === 'unknown') return undefined
  const endsAt = session.state === 'member' ? session.user.subscription?.endsAt : undefined
  return endsAt !== undefined && Date.parse(endsAt) > clock.now()
}

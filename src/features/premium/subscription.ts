import type { Subscription, User } from '#contract/account.ts'
import { daysLeft } from '#data/areas/premium.ts'
import { clock } from '#data/platform/clock.ts'
import { type SessionView, useSession } from '#data/react/readHooks.ts'

/** The signed-in user's current subscription, as cached on the device. */
export function useSubscription(): { session: SessionView; subscription: Subscription | undefined } {
  const session = useSession()
  return { session, subscription: session.state === 'member' ? currentSubscription(session.user) : undefined }
}

/** The cached subscription may have expired since it was loaded. */
function currentSubscription({ subscription }: User): Subscription | undefined {
  return subscription && daysLeft(subscription, clock.now()) !== undefined ? subscription : undefined
}

import type { Subscription, User } from '#contract/account.ts'
import { clock } from '#data/platform/clock.ts'
import { type SessionView, useSession } from '#data/react/readHooks.ts'

const DAY = 86_400_000

/** The signed-in user's current subscription, as cached on the device. */
export function useSubscription(): { session: SessionView; subscription: Subscription | undefined } {
  const session = useSession()
  return { session, subscription: session.state === 'member' ? currentSubscription(session.user) : undefined }
}

/** The cached subscription may have expired since it was loaded. */
function currentSubscription({ subscription }: User): Subscription | undefined {
  return subscription && Date.parse(subscription.endsAt) > clock.now() ? subscription : undefined
}

/** Remaining whole days, including today. */
export function daysLeft({ endsAt }: Subscription): number {
  return Math.ceil((Date.parse(endsAt) - clock.now()) / DAY)
}

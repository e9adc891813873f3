import type { Subscription, User } from '#contract/account.ts'
import { clock } from '#data/platform/clock.ts'
import { type SessionView, useSession } from '#data/react/readHooks.ts'

const DAY = 86_400_000

/** What the signed-in person has now, as far as this device knows. */
export function useSubscription(): { session: SessionView; subscription: Subscription | undefined } {
  const session = useSession()
  return { session, subscription: session.state === 'member' ? runningOf(session.user) : undefined }
}

/** The account was asked a while ago: what has ended since is over. */
function runningOf({ subscription }: User): Subscription | undefined {
  return subscription && Date.parse(subscription.endsAt) > clock.now() ? subscription : undefined
}

/** Whole days that are still to come, today among them. */
export function daysLeft({ endsAt }: Subscription): number {
  return Math.ceil((Date.parse(endsAt) - clock.now()) / DAY)
}

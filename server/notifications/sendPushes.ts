import { ignoring } from '#server/platform/reportError.ts'
import { untilOneEnds } from '#server/platform/untilOneEnds.ts'
import { deliverPush, type PushContext } from './deliverPush.ts'
import { findDue, type Lease, leasePushes } from './pushQueue.ts'

/** Deliveries at a time. A push service may take ten seconds to fail, so no one may use all of them: */
const DELIVERIES_MAX = 20
/** of one push service, */
const HOST_MAX = 10
/** of one user, */
const USER_MAX = 4
/** and to subscriptions whose last delivery failed. */
const FAILING_MAX = 2
/** While pushes are being delivered, new ones are looked for at least this often, in ms. */
const LOOK_INTERVAL = 1_000

/**
 * Sends all due pushes, one at a time per subscription; returns how many were accepted. Any number of processes may run
 * it: each leases subscriptions that no other has, and an expired lease can be taken again. A push that is then sent
 * twice is shown once by the device. `stopped` ends it: deliveries under way fail and are retried later.
 */
export async function sendPushes(context: PushContext, stopped?: AbortSignal): Promise<number> {
  const running = new Map<Lease, Promise<void>>()
  let accepted = 0

  function start(lease: Lease) {
    const delivery = deliverPush(context, lease, stopped)
      .then((isAccepted) => {
        if (isAccepted) accepted++
      })
      .catch(ignoring('delivering a push'))
      .finally(() => running.delete(lease))
    running.set(lease, delivery)
  }

  for (;;) {
    if (!stopped?.aborted) for (const lease of await lookForPushes(context, [...running.keys()])) start(lease)
    if (running.size === 0) return accepted
    await untilOneEnds(running.values(), LOOK_INTERVAL)
  }
}

/** Leases as many due pushes as may be delivered beside those that are running. */
async function lookForPushes(context: PushContext, running: readonly Lease[]): Promise<Lease[]> {
  const chosen: Lease[] = []
  for (;;) {
    const all = [...running, ...chosen]
    const free = DELIVERIES_MAX - all.length
    if (free === 0) return chosen
    const isFull = fullness(all)
    const due = await findDue(context, {
      hosts: isFull.hosts,
      users: isFull.users,
      failing: all.filter(({ isFailing }) => isFailing).length >= FAILING_MAX,
    })
    const picked: Lease[] = []
    for (const lease of due) {
      if (picked.length < free && hasRoom([...all, ...picked], lease)) picked.push(lease)
    }
    if (picked.length === 0) return chosen
    chosen.push(...(await leasePushes(context, picked)))
  }
}

function fullness(all: readonly Lease[]): { hosts: string[]; users: number[] } {
  const hosts = [...new Set(all.map(({ host }) => host))]
  const users = [...new Set(all.map(({ userId }) => userId))]
  return {
    hosts: hosts.filter((host) => all.filter((lease) => lease.host === host).length >= HOST_MAX),
    users: users.filter((userId) => all.filter((lease) => lease.userId === userId).length >= USER_MAX),
  }
}

function hasRoom(all: readonly Lease[], { host, userId, isFailing }: Lease): boolean {
  const count = (matches: (lease: Lease) => boolean) => all.filter(matches).length
  return (
    count((lease) => lease.host === host) < HOST_MAX &&
    count((lease) => lease.userId === userId) < USER_MAX &&
    (!isFailing || count((lease) => lease.isFailing) < FAILING_MAX)
  )
}

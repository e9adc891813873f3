import { v4 as uuid } from 'uuid'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { classify } from './classify.ts'
import { clock } from './clock.ts'
import { Unreachable } from './failures.ts'
import { kindOf } from './kinds.ts'
import { underLock } from './lock.ts'
import { acknowledge, claim, settle } from './outbox.ts'
import { clientId, type Entry, type PersonalDatabase, personalOf } from './personal.ts'
import { settleSession } from './session.ts'

/** Lanes in flight at most (sync page). */
const LANES = 4
/** Unknown outcomes in a row after which one probe at a time goes out (sync page). */
const BREAKER = 3

export interface Drained {
  /** when to come back, ms on the device clock; nothing when nothing waits for a moment */
  nextAt: number | undefined
  /** the person has to sign in before anything more can go */
  parked: boolean
}

/** This page's or worker's name on the leases it takes. */
const me = uuid()
let unreachableInARow = 0

/**
 * Sends what waits, until nothing is ready. Page and worker call the same function; of several only one sends at a
 * time, and should two ever send, leases, keys and the server's fence keep every effect single (sync page, finding 3).
 * Aborting `signal` stops it: what was in flight has an unknown outcome and goes again later under its key.
 */
export async function drainOutbox(signal?: AbortSignal): Promise<Drained> {
  const { session } = await settleSession()
  if (!session) return { nextAt: undefined, parked: false }
  if (session.status === 'expired') return { nextAt: undefined, parked: true }
  const database = personalOf(session.user.id)
  return underLock(`parde-drain-${session.user.id}`, signal, (alone) => pass(database, signal, alone))
}

/** The network answers again: lanes open at once instead of probing. */
export function networkIsBack() {
  unreachableInARow = 0
}

async function pass(database: PersonalDatabase, signal: AbortSignal | undefined, alone: boolean): Promise<Drained> {
  const client = await clientId(database)
  const flying = new Set<Promise<void>>()
  let nextAt: number | undefined
  let parked = false
  try {
    for (;;) {
      const lanes = unreachableInARow >= BREAKER ? 1 : LANES
      if (!parked && !signal?.aborted && flying.size < lanes) {
        const claimed = await claim(database, { most: lanes - flying.size, by: me, alone })
        nextAt = claimed.nextAt
        for (const entry of claimed.entries) {
          const flight = deliver(database, entry, client, signal)
            .then((state) => {
              if (state === 'parked') parked = true
            })
            .finally(() => flying.delete(flight))
          flying.add(flight)
        }
      }
      if (flying.size === 0) return { nextAt, parked }
      await Promise.race(flying)
    }
  } finally {
    await Promise.allSettled(flying)
  }
}

async function deliver(
  database: PersonalDatabase,
  entry: Entry,
  client: string,
  signal: AbortSignal | undefined,
): Promise<'done' | 'parked'> {
  const kind = kindOf(entry)
  const { session } = await settleSession()
  // Another person signed in, or nobody is: nothing goes out under another name.
  if (!kind || session?.user.id !== entry.userId || session.status !== 'active') {
    await settle(database, entry, { become: 'parked' }, undefined)
    return 'parked'
  }
  try {
    const row = await kind.deliver(entry, {
      signal,
      token: session.token,
      headers: {
        [HEADER_KEY]: entry.key,
        [HEADER_CLIENT]: client,
        [HEADER_SEQ]: String(entry.seq),
        [HEADER_AGE]: String(Math.max(0, clock.now() - entry.createdAt)),
      },
    })
    unreachableInARow = 0
    await acknowledge(database, entry, kind, row)
    return 'done'
  } catch (failure) {
    const verdict = classify(failure, { attempts: entry.attempts, isOff: kind.isOff(entry) })
    if (!(failure instanceof Unreachable)) unreachableInARow = 0
    else if (failure.reason !== 'aborted') unreachableInARow += 1
    if (verdict.become === 'acknowledged') await acknowledge(database, entry, kind, undefined)
    else await settle(database, entry, verdict, failure)
    return verdict.become === 'parked' ? 'parked' : 'done'
  }
}

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as v from 'valibot'
import { DataVersion, EVENT_STREAM, eventsApi, HEARTBEAT } from '#contract/events.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import { clientId, type PersonalDatabase } from '#data/database/personal.ts'
import { expireSession, tokenFor } from '#data/database/session.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { whileShown } from '#data/platform/lock.ts'
import { openStream } from './call.ts'
import { watchConnectivity } from './connectivity.ts'
import { Refused } from './failures.ts'
import { isMissing } from './optionalCall.ts'

/** A stream without data for this long is considered dead, in ms. */
const SILENCE = 2 * HEARTBEAT + 5_000
/** Bounds of the delay before reconnecting, in ms. */
const RECONNECT_MIN = 1_000
const RECONNECT_MAX = 300_000
/** A stream that ended sooner counts as a failure, in ms: some proxies end each stream after its first message. */
const SHORT_STREAM = 60_000
const LAST_VERSION = 'toldVersion'

/**
 * Follows the user's change notifications. `changed` fetches the changes and returns whether all of them arrived. One
 * tab listens for all tabs. Resolves on `signal`, when the server has no such endpoint, or when the session expired.
 */
export async function followServerEvents(
  database: PersonalDatabase,
  { changed, signal }: { changed: () => Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const work = () => reconnectForever(database, createChangeHandler(database, changed), signal)
  if (!navigator.locks) return work()
  await navigator.locks
    .request(`events:${database.userId}`, { signal }, () => whileShown(work()))
    .catch((failure: unknown) => {
      if (!signal.aborted) throw failure
    })
}

async function reconnectForever(
  database: PersonalDatabase,
  onVersion: (version: DataVersion) => void,
  signal: AbortSignal,
) {
  for (let failures = 0; !signal.aborted; ) {
    const token = await tokenFor(database)
    if (token === undefined) return
    const openedAt = performance.now()
    try {
      for await (const version of messages(database, token, signal)) onVersion(version)
    } catch (failure) {
      ignoring(...EXPECTED_ERRORS)(failure)
      if (isMissing(failure)) return
      if (failure instanceof Refused && failure.status === 401 && !failure.isForeign)
        return expireSession(token, failure.failure.code)
    }
    failures = performance.now() - openedAt < SHORT_STREAM ? failures + 1 : 0
    const maxDelay = Math.min(RECONNECT_MIN * 2 ** failures, RECONNECT_MAX)
    await pause(RECONNECT_MIN / 2 + Math.random() * maxDelay, signal)
  }
}

async function* messages(database: PersonalDatabase, token: string, signal: AbortSignal): AsyncGenerator<DataVersion> {
  const stream = openStream(
    { path: eventsApi.show.path, accept: EVENT_STREAM, silence: SILENCE },
    { token, signal, headers: { [HEADER_CLIENT]: await clientId(database) } },
  )
  const received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => received.push(message) })
  for await (const chunk of stream) {
    parser.feed(chunk)
    for (const { data } of received.splice(0)) {
      const read = v.safeParse(StreamData, data)
      if (read.success) yield read.output
    }
  }
}

/** The data of one message. Messages that no schema accepts are skipped: a newer server may send other kinds. */
const StreamData = v.pipe(v.string(), v.parseJson(), DataVersion)

/**
 * Fetches when the server's version is newer than the stored one, one fetch at a time. The version is stored, so a new
 * stream costs nothing when nothing changed.
 */
function createChangeHandler(
  database: PersonalDatabase,
  changed: () => Promise<boolean>,
): (standing: DataVersion) => void {
  let seenVersion: Promise<number | undefined> = database.meta
    .get(LAST_VERSION)
    .catch(ignoring(...STORAGE_ERRORS))
    .then((stored) => (typeof stored?.value === 'number' ? stored.value : undefined))
  let newest = -1
  return ({ version, own }) => {
    newest = Math.max(newest, version)
    seenVersion = seenVersion.then(async (before) => {
      const now = newest
      if (before !== undefined && before >= now) return before
      // The device knows its own change if it had seen every version before it.
      const isUpToDate = own && before === version - 1
      if (!isUpToDate && !(await changed().catch(ignoring(...EXPECTED_ERRORS)))) return before
      await database.meta.put({ key: LAST_VERSION, value: now }).catch(ignoring(...STORAGE_ERRORS))
      return now
    })
  }
}

/** Ends early when the server becomes reachable again. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unwatch()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, time)
    const unwatch = watchConnectivity(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

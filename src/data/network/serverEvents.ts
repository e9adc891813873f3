import * as v from 'valibot'
import { EVENT_STREAM, eventsApi, HEARTBEAT, Standing } from '#contract/events.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import { clientId, type PersonalDatabase } from '#data/database/personal.ts'
import { expireSession, tokenFor } from '#data/database/session.ts'
import { openStream } from './call.ts'
import { watchConnectivity } from './connectivity.ts'
import { Refused } from './failures.ts'

/** A stream that has said nothing for so long has died on its way, in ms. */
const SILENCE = 2 * HEARTBEAT + 5_000
/** Before a stream that broke is asked for anew, in ms: at first, and at most. */
const RECONNECT_MIN = 1_000
const RECONNECT_MAX = 300_000
const LAST_VERSION = 'toldVersion'

/**
 * Hears of it when something of a person's has changed on another device or on the server: `changed` then fetches it, and
 * says whether it has it all. One tab of a browser listens, for all of them; resolves when `signal` says so, when the
 * server has no such call, or when it does not know the person any more.
 */
export async function followServerEvents(
  database: PersonalDatabase,
  { changed, signal }: { changed: () => Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const work = () => reconnectForever(database, createChangeHandler(database, changed), signal)
  if (!navigator.locks) return work()
  await navigator.locks.request(`events:${database.userId}`, { signal }, work).catch((failure: unknown) => {
    if (!signal.aborted) throw failure
  })
}

async function reconnectForever(database: PersonalDatabase, heard: (standing: Standing) => void, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    const token = await tokenFor(database)
    if (token === undefined) return
    try {
      for await (const standing of messages(database, token, signal)) {
        failures = 0
        heard(standing)
      }
    } catch (failure) {
      failures++
      const status = failure instanceof Refused ? failure.status : undefined
      if (status === 404 || status === 405) return
      if (status === 401 && failure instanceof Refused && !failure.isForeign) return expireSession(token)
    }
    const most = Math.min(RECONNECT_MIN * 2 ** failures, RECONNECT_MAX)
    await pause(RECONNECT_MIN / 2 + Math.random() * most, signal)
  }
}

async function* messages(database: PersonalDatabase, token: string, signal: AbortSignal): AsyncGenerator<Standing> {
  const stream = openStream(
    { path: eventsApi.show.path, accept: EVENT_STREAM, silence: SILENCE },
    { token, signal, headers: { [HEADER_CLIENT]: await clientId(database) } },
  )
  let text = ''
  for await (const piece of stream) {
    const parts = (text + piece).replace(/\r\n?/g, '\n').split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const read = v.safeParse(Standing, dataOf(part))
      if (read.success) yield read.output
    }
  }
}

function dataOf(message: string): unknown {
  const lines = message.split('\n').filter((line) => line.startsWith('data:'))
  try {
    return JSON.parse(lines.map((line) => line.slice(5)).join('\n'))
  } catch {
    return undefined
  }
}

/**
 * Fetches when things have come further than this device was told, one fetch at a time; how far is remembered with them,
 * so that a stream that is opened anew costs nothing when nothing happened.
 */
function createChangeHandler(
  database: PersonalDatabase,
  changed: () => Promise<boolean>,
): (standing: Standing) => void {
  let told: Promise<number | undefined> = database.meta.get(LAST_VERSION).then(
    (kept) => (typeof kept?.value === 'number' ? kept.value : undefined),
    () => undefined,
  )
  let newest = -1
  return ({ version, own }) => {
    newest = Math.max(newest, version)
    told = told.then(async (before) => {
      const now = newest
      if (before !== undefined && before >= now) return before
      // What this very device sent it knows, as far as it knows what was before.
      const knows = own && before === version - 1
      if (!knows && !(await changed().catch(() => false))) return before
      await database.meta.put({ key: LAST_VERSION, value: now }).catch(() => undefined)
      return now
    })
  }
}

/** Over before its time when the server answers again after a silence. */
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

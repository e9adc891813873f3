import { setMaxListeners } from 'node:events'
import { expect, test } from 'vitest'
import { openRenderQueue, type Waiter } from '#server/pictures/renderQueue.ts'

/** A queue whose renderings end when `finish` is called, in the order of `begun`. */
function openTestQueue() {
  const queue = openRenderQueue(1)
  const begun: string[] = []
  const running: (() => void)[] = []
  const open: Promise<unknown>[] = []
  return {
    queue,
    begun,
    request(key: string, waiter?: Waiter, size = 1) {
      const run = () => {
        begun.push(key)
        return new Promise<Uint8Array>((resolve) => running.push(() => resolve(new Uint8Array())))
      }
      const requested = queue.render(key, { size, run }, waiter)
      open.push(requested)
      requested.catch(() => undefined)
      return requested
    },
    /** Ends renderings until none is left. */
    async finish() {
      for (let end = running.shift(); end; end = running.shift()) {
        end()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.allSettled(open)
    },
  }
}

function visitor(client: string): Waiter & { leave(): void } {
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  return { client, signal: leaving.signal, leave: () => leaving.abort() }
}

test('takes turns between addresses, and takes small pictures first', async () => {
  const { request, finish, begun } = openTestQueue()
  const [flood, other] = [visitor('a'), visitor('b')]
  request('ahead')
  for (let nth = 0; nth < 4; nth++) request(`a${nth}`, flood, 10 - nth)
  request('b-wide', other, 9)
  request('b-small', other, 2)
  request('ahead too')
  await finish()
  expect(begun).toEqual(['ahead', 'a3', 'b-small', 'a2', 'b-wide', 'a1', 'a0', 'ahead too'])
})

test('drops what nobody waits for any more, and refuses its waiters', async () => {
  const { request, finish, begun } = openTestQueue()
  const gone = visitor('a')
  request('first', visitor('c'))
  const left = Array.from({ length: 100 }, (_, nth) => request(`a${nth}`, gone))
  request('a7', visitor('b'))
  gone.leave()
  expect((await Promise.allSettled(left)).every(({ status }) => status === 'rejected')).toBe(true)
  await finish()
  expect(begun).toEqual(['first', 'a7'])
})

test('renders a picture once for simultaneous requests', async () => {
  const { request, finish, begun } = openTestQueue()
  const all = ['a', 'b', 'c'].map((client) => request('same', visitor(client)))
  await finish()
  expect(begun).toEqual(['same'])
  expect(await Promise.all(all)).toHaveLength(3)
})

test('refuses an address above its limit with a time to retry', async () => {
  const { request, finish } = openTestQueue()
  const flood = visitor('a')
  const all = Array.from({ length: 200 }, (_, nth) => request(`a${nth}`, flood))
  await finish()
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(79)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfter: 10 } })
})

test('makes room in a full queue for an address that waits for less', async () => {
  const { request, finish, begun } = openTestQueue()
  for (let client = 0; client < 10; client++) {
    const flood = visitor(`flood${client}`)
    for (let nth = 0; nth < 120; nth++) request(`${client}-${nth}`, flood)
  }
  const requested = request('mine', visitor('me'))
  await finish()
  await requested
  expect(begun.indexOf('mine')).toBeLessThan(12)
  expect(begun.length).toBeLessThanOrEqual(502)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitSilence } from '../../sw/pictureSilence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limit = limitSilence()
const event = new Event('fetch') as never

/** Requests a picture as Workbox does: with a state shared by the steps of one request. */
async function ask(name: string) {
  const state: Record<string, unknown> = {}
  const request = await limit.requestWillFetch?.({
    request: new Request(`${location.origin}/media/posters/${name}.avif`),
    event,
    state,
  })
  if (!request) throw new Error('the plugin returned no request')
  return {
    signal: request.signal,
    answer: () => limit.fetchDidSucceed?.({ request, response: new Response('picture'), event, state }),
    fail: () => limit.fetchDidFail?.({ request, originalRequest: request, error: new Error('refused'), event, state }),
  }
}

test('gives up all pictures of a server that answers none for 15 seconds, and later ones too', async () => {
  for (let round = 0; round < 2; round++) {
    const asked = await Promise.all(['one', 'two', 'three'].map(ask))
    await vi.advanceTimersByTimeAsync(14_000)
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
  }
})

test('waits on while a slow server answers one picture after the other', async () => {
  const asked = await Promise.all(['one', 'two', 'three', 'four'].map(ask))
  for (const { answer } of asked.slice(0, 3)) {
    await vi.advanceTimersByTimeAsync(12_000)
    await answer()
  }
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false])
  await asked[3]?.fail()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked[3]?.signal.aborted).toBe(false)
})

test('gives up a picture whose bytes do not end within a minute', async () => {
  const { signal, answer } = await ask('one')
  await answer()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(signal.aborted).toBe(true)
})

import { focusManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#app/queryClient.ts'
import { Refused } from '#data/network/failures.ts'

/** The times of docs/specification.md, section 9, in ms. */
let client: QueryClient
/** When the query asked the server, in ms since the first attempt. */
let attempts: number[]
let first: number

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
  client.mount()
  attempts = []
  first = Date.now()
})
afterEach(() => {
  focusManager.setFocused(undefined)
  client.unmount()
  client.clear()
  vi.useRealTimers()
})

/** Reads with an answer that the server refuses, until the query gives up. */
async function readRefused(status: number, retryAfter?: number) {
  const answer = client.fetchQuery({
    queryKey: ['refused'],
    queryFn() {
      attempts.push(Date.now() - first)
      throw new Refused(status, { message: 'نه' }, retryAfter)
    },
  })
  const refusal = expect(answer).rejects.toMatchObject({ status })
  await vi.runAllTimersAsync()
  await refusal
}

test.each([408, 425, 429, 500, 503])(
  'repeats a read refused with %i three times after 1, 2 and 4 s',
  async (status) => {
    await readRefused(status)
    expect(attempts).toEqual([0, 1000, 3000, 7000])
  },
)

test.each([401, 403, 404, 422])('does not repeat a read refused with %i', async (status) => {
  await readRefused(status)
  expect(attempts).toEqual([0])
})

test('waits as long as the server asks before each repetition', async () => {
  await readRefused(429, 10_000)
  expect(attempts).toEqual([0, 10_000, 20_000, 30_000])
})

test('does not repeat a read when the server asks for more than 30 s', async () => {
  await readRefused(503, 31_000)
  expect(attempts).toEqual([0])
})

test('reads again when the window gets the focus after 60 s, and forgets unused data after 300 s', async () => {
  const observer = new QueryObserver(client, {
    queryKey: ['read'],
    queryFn: () => attempts.push(Date.now() - first),
  })
  const stop = observer.subscribe(() => undefined)
  const lookAgainAt = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(first + ms - Date.now())
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
  }
  await lookAgainAt(59_000)
  expect(attempts).toEqual([0])
  await lookAgainAt(60_000)
  expect(attempts).toEqual([0, 60_000])
  stop()
  await vi.advanceTimersByTimeAsync(299_000)
  expect(client.getQueryData(['read'])).toBeDefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.getQueryData(['read'])).toBeUndefined()
})

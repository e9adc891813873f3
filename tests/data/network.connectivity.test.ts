import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { call } from '#data/network/call.ts'
import {
  connectionState,
  createConnectivity,
  markBrowserOffline,
  markReachable,
  markUnreachable,
  serverReachability,
  setReachability,
} from '#data/network/connectivity.ts'
import { probeServer } from '#data/network/probe.ts'

type Answers = (url: string) => Response | undefined
const realFetch = globalThis.fetch
let requests: { url: string; init: RequestInit | undefined }[] = []

/** A network where `answers` returns the response of a URL, or undefined for none. */
function network(answers: Answers) {
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    requests.push({ url, init })
    const answer = answers(url)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  }
}

const server: Answers = (url) =>
  url.includes('/api/health') ? new Response(null, { headers: { 'Content-Type': 'application/json' } }) : undefined
const page = () => new Response(null, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const manifest = () => new Response(null, { headers: { 'Content-Type': 'application/manifest+json' } })

beforeEach(() => {
  requests = []
  setReachability('answers')
  markBrowserOffline()
})
afterEach(() => {
  globalThis.fetch = realFetch
  setReachability('answers')
})

test('probes with one request that has no body, cookie or preflight, shared by parallel callers', async () => {
  network(server)
  expect(await Promise.all([probeServer(), probeServer()])).toEqual(['answers', 'answers'])
  expect(requests).toHaveLength(1)
  const [{ init } = { init: undefined }] = requests
  expect([init?.method, init?.credentials, init?.cache, [...new Headers(init?.headers)]]).toEqual([
    'HEAD',
    'omit',
    'no-store',
    [],
  ])
})

test.each<[string, Answers, string]>([
  ['nothing', () => undefined, 'silent'],
  ['the app but not its server', (url) => (url.includes('manifest') ? manifest() : undefined), 'silent'],
  ['a page at every address', page, 'foreign'],
  ["a page at the app's own address", (url) => (url.includes('manifest') ? page() : undefined), 'foreign'],
  ['a redirect', () => new Response(null, { status: 302 }), 'foreign'],
  ['a captive portal with status 511', () => new Response(null, { status: 511 }), 'foreign'],
  ['a server error', () => new Response(null, { status: 500 }), 'answers'],
])('classifies the network by the response of the probe: %s', async (_, answers, found) => {
  network(answers)
  expect(await probeServer()).toBe(found)
  expect(serverReachability()).toBe(found)
})

test('trusts navigator.onLine until a response contradicts it or the browser reports a new change', () => {
  expect(connectionState(false)).toBe('offline')
  setReachability('answers')
  expect(connectionState(false)).toBe('online')
  markBrowserOffline()
  expect(connectionState(false)).toBe('offline')
  expect(connectionState(true)).toBe('online')
})

test('tells a silent server from a lost network, and a captive portal from both, until the server answers', () => {
  markUnreachable()
  expect(connectionState(true)).toBe('serverDown')
  expect(connectionState(false)).toBe('offline')
  setReachability('foreign')
  markUnreachable()
  expect(connectionState(true)).toBe('portal')
  markReachable()
  expect(connectionState(true)).toBe('online')
})

test('treats an HTML page as no answer to a data call', async () => {
  network(page)
  await expect(call(accountApi.csrfCookie, {})).rejects.toMatchObject({ reason: 'foreign' })
  expect(serverReachability()).toBe('silent')
})

test('keeps the states of two connections apart', () => {
  const [one, other] = [createConnectivity(), createConnectivity()]
  one.setReachability('foreign')
  expect(one.connectionState(true)).toBe('portal')
  expect(other.connectionState(true)).toBe('online')
})

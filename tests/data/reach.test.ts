import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { call } from '#data/network/call.ts'
import {
  connection,
  noteAnswer,
  noteBrowserOffline,
  noteReach,
  noteSilence,
  serverReach,
} from '#data/network/connectivity.ts'
import { knock } from '#data/network/probe.ts'

type Answers = (url: string) => Response | undefined
const realFetch = globalThis.fetch
let asked: { url: string; init: RequestInit | undefined }[] = []

/** The network: what answers at an address; nothing is no answer. */
function network(answers: Answers) {
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    asked.push({ url, init })
    const answer = answers(url)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  }
}

const server: Answers = (url) =>
  url.includes('/api/health') ? new Response(null, { headers: { 'Content-Type': 'application/json' } }) : undefined
const page = () => new Response(null, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const own = () => new Response(null, { headers: { 'Content-Type': 'application/manifest+json' } })

beforeEach(() => {
  asked = []
  noteReach('answers')
  noteBrowserOffline()
})
afterEach(() => {
  globalThis.fetch = realFetch
  noteReach('answers')
})

test('a knock is one light question: no body, no cookie, no header that costs a preflight, shared by who asks at once', async () => {
  network(server)
  expect(await Promise.all([knock(), knock()])).toEqual(['answers', 'answers'])
  expect(asked).toHaveLength(1)
  const [{ init } = { init: undefined }] = asked
  expect([init?.method, init?.credentials, init?.cache, [...new Headers(init?.headers)]]).toEqual([
    'HEAD',
    'omit',
    'no-store',
    [],
  ])
})

test.each<[string, Answers, string]>([
  ['nobody', () => undefined, 'silent'],
  ['the app, and not its server', (url) => (url.includes('manifest') ? own() : undefined), 'silent'],
  ['a page in place of everything', page, 'foreign'],
  ['a page at the app’s own door', (url) => (url.includes('manifest') ? page() : undefined), 'foreign'],
  ['a way elsewhere', () => new Response(null, { status: 302 }), 'foreign'],
  ['who wants to be signed in to (511)', () => new Response(null, { status: 511 }), 'foreign'],
  ['a server in trouble', () => new Response(null, { status: 500 }), 'answers'],
])('%s answers', async (_, answers, found) => {
  network(answers)
  expect(await knock()).toBe(found)
  expect(serverReach()).toBe(found)
})

test('the browser is believed until an answer proves it wrong, and again when it says so anew', () => {
  expect(connection(false)).toBe('offline')
  noteReach('answers')
  expect(connection(false)).toBe('online')
  noteBrowserOffline()
  expect(connection(false)).toBe('offline')
  expect(connection(true)).toBe('online')
})

test('a call that nobody answers says offline; whoever stands in the way stays there until the server answers', () => {
  noteSilence()
  expect(connection(true)).toBe('offline')
  noteReach('foreign')
  noteSilence()
  expect(connection(true)).toBe('portal')
  noteAnswer()
  expect(connection(true)).toBe('online')
})

test('a page in place of data is nobody’s answer', async () => {
  network(page)
  await expect(call(accountApi.csrfCookie, {})).rejects.toMatchObject({ reason: 'foreign' })
  expect(serverReach()).toBe('silent')
})

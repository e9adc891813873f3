import { v7 as uuid } from 'uuid'
import { EVENT_STREAM } from '#contract/events.ts'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { Level } from '#server/openapi/levels.ts'
import { type Answer, Client, Unmet } from './client.ts'

/** A backend with users of this run and records of its catalogue. */
export interface Backend {
  guest: Client
  member: Client
  other: Client
  account: { name: string; email: string; password: string }
  titles: { id: number }[]
  newClient(): Client
  register(): Promise<{ client: Client; account: Backend['account'] }>
}

export interface Check {
  level: Level
  /** what the backend does */
  name: string
  run(backend: Backend): Promise<unknown>
}

/** How long a change may take to reach the stream, in ms. */
const STREAM_PATIENCE = 10_000
const HOUR = 3_600_000

const at =
  (level: Level) =>
  (name: string, run: Check['run']): Check => ({ level, name, run })

const titleAt = ({ titles }: Backend, index: number): number => {
  const title = titles[index]
  if (!title) throw new Unmet('titles/search finds too few titles: a catalogue of at least 8 is needed')
  return title.id
}

function expectThat(isMet: boolean, otherwise: string): asserts isMet {
  if (!isMet) throw new Unmet(otherwise)
}

const calls = at('calls')
const mutations = at('mutations')
const deltas = at('deltas')
const batch = at('batch')
const streams = at('streams')

/** A call that needs nothing but a session, as its own check. */
const simple = (name: string, id: string, who: 'guest' | 'member') => calls(name, (backend) => backend[who].call(id))

const ofTitle = (name: string, id: string) =>
  calls(name, (backend) => backend.guest.call(id, { params: { id: titleAt(backend, 0) } }))

/** All requirements, by level. */
export const CHECKS: readonly Check[] = [
  calls('the CSRF cookie is set', async ({ guest }) => {
    await guest.call('account.csrfCookie')
    expectThat(guest.hasCookie('XSRF-TOKEN'), '/sanctum/csrf-cookie sets no cookie XSRF-TOKEN')
  }),
  calls('a call without the CSRF header is refused with 419', ({ guest }) =>
    guest.call('passwords.forgot', { body: {}, headers: { 'X-XSRF-TOKEN': 'none' }, status: 419 }),
  ),
  calls('a guest gets 401 from the calls of a user', ({ guest }) => guest.call('account.show', { status: 401 })),
  calls('registration refuses an invalid address with 422', ({ guest }) =>
    guest.call('account.register', { body: { name: 'A' }, status: 422 }),
  ),
  calls('sign-in with address and password', async ({ newClient, account: { email, password } }) => {
    const { json } = await newClient().call('account.login', { body: { email, password } })
    expectThat(json.data.user.email === email, 'sanc/login answers with another user')
  }),
  calls('sign-in refuses a wrong password with 422', ({ newClient, account: { email } }) =>
    newClient().call('account.login', { body: { email, password: 'not the password' }, status: 422 }),
  ),
  calls('sign-in with a token', async ({ newClient, other }) => {
    const { json } = await newClient().call('account.loginWithToken', { body: { token: other.token } })
    expectThat(json.data.token === other.token, 'sanc/login-with-token answers with another token')
  }),
  simple('the current user', 'account.show', 'member'),
  calls('a forgotten password', ({ guest, account: { email } }) => guest.call('passwords.forgot', { body: { email } })),
  calls('a reset with a wrong token is refused with 422', ({ guest, account: { email, password } }) =>
    guest.call('passwords.reset', {
      body: { token: 'wrong', email, password, passwordConfirmation: password },
      status: 422,
    }),
  ),
  calls('a changed password gives a new token, and the others end', async ({ register, newClient }) => {
    const { client, account } = await register()
    const other = newClient()
    const { email, password } = account
    other.token = (await other.call('account.login', { body: { email, password } })).json.data.token
    const next = { password: uuid() }
    const chosen = { ...next, passwordConfirmation: next.password }
    await client.call('passwords.change', { body: { currentPassword: 'not the password', ...chosen }, status: 422 })
    const { json } = await client.call('passwords.change', { body: { currentPassword: password, ...chosen } })
    client.token = json.data.token
    await client.call('account.show')
    await other.call('account.show', { status: 401 })
    await other.call('account.login', { body: { email, ...next } })
  }),
  calls('signing out ends the token', async ({ newClient, account: { email, password } }) => {
    const client = newClient()
    client.token = (await client.call('account.login', { body: { email, password } })).json.data.token
    await client.call('account.logout')
    await client.call('account.show', { status: 401 })
  }),
  calls('unsigned data of Telegram is refused', async ({ guest }) => {
    const { status } = await guest.request('POST', '/api/auth/telegram', { initData: 'hash=x' })
    expectThat(
      [404, 422].includes(status),
      `POST /api/auth/telegram answers ${status} to unsigned data, not 404 or 422`,
    )
  }),
  calls('a search with filters, in pages', async ({ guest }) => {
    const query = { type: 'movie', order_by: 'year', page: 1, per_page: 5 }
    const { json } = await guest.call('titles.search', { query })
    expectThat(json.data.length <= 5, 'titles/search ignores per_page')
  }),
  calls('the search of the menu', ({ guest }) =>
    guest.call('titles.search', { query: { q: 'the', resource: 'menu' } }),
  ),
  ofTitle('a title', 'titles.show'),
  calls('an unknown title is 404', ({ guest }) =>
    guest.call('titles.show', { params: { id: 999_999_999 }, status: 404 }),
  ),
  calls('the dubbed version of a title', (backend) =>
    backend.guest.call('titles.show', { params: { id: titleAt(backend, 0) }, query: { dub: 1 } }),
  ),
  ofTitle('similar titles', 'titles.similar'),
  ofTitle('titles of the same directors', 'titles.directorTitles'),
  ofTitle('comments of a title', 'comments.top'),
  simple('the slideshow', 'titles.slideshow', 'guest'),
  simple('coming titles', 'titles.comingSoon', 'guest'),
  calls('a person, found through a title', async (backend) => {
    const person = await found(backend, ({ directors, cast }) => [...(directors ?? []), ...(cast ?? [])][0]?.id)
    await backend.guest.call('people.show', { params: { id: person } })
  }),
  calls('a search for people', ({ guest }) => guest.call('people.search', { query: { q: 'al' } })),
  calls('a genre, found through a title', async (backend) => {
    const genre = await found(backend, ({ genres }) => genres?.[0]?.id)
    await backend.guest.call('genres.show', { params: { id: genre } })
  }),
  calls('a collection and its titles, found through a title', async (backend) => {
    const collection = await found(backend, ({ collection }) => collection?.id)
    await backend.guest.call('collections.show', { params: { id: collection }, query: { type: 'alt' } })
    await backend.guest.call('collections.titles', { params: { id: collection } })
  }),
  calls('the watchlist shows what was saved, and no longer what was removed', async (backend) => {
    const id = titleAt(backend, 1)
    await backend.member.call('watchlist.set', { params: { id }, body: { saved: true } })
    expectThat(await isSaved(backend, id), `title ${id} was saved, but user/watchlist does not list it`)
    await backend.member.call('watchlist.set', { params: { id }, body: { saved: false } })
    expectThat(!(await isSaved(backend, id)), `title ${id} was removed, but user/watchlist lists it`)
  }),
  calls('another user sees nothing of it', async ({ other }) => {
    const { json } = await other.call('watchlist.list')
    expectThat(json.data.length === 0, 'user/watchlist of a new user is not empty')
  }),
  simple('the history', 'history.list', 'member'),
  calls('a like says the state', async (backend) => {
    const { json } = await backend.member.call('reactions.like', {
      params: { id: titleAt(backend, 1) },
      body: { liked: true },
    })
    expectThat(json.data.liked === true, 'user/like answers liked: false to liked: true')
  }),
  calls('a comment shows below its title', async (backend) => {
    const titleId = titleAt(backend, 2)
    const body = `Conformance ${uuid()}`
    await backend.member.call('comments.create', { body: { titleId, body } })
    expectThat((await commentsWith(backend, titleId, body)) === 1, 'topcomments does not show a new comment')
  }),
  calls('a short comment is refused with 422', (backend) =>
    backend.member.call('comments.create', { body: { titleId: titleAt(backend, 2), body: 'a' }, status: 422 }),
  ),
  calls('a request is listed', async ({ member }) => {
    const name = `Conformance ${uuid()}`
    await member.call('requests.create', { body: { name, type: 'movie' } })
    const { json } = await member.call('requests.list')
    expectThat(
      json.data.some((one: { name: string }) => one.name === name),
      'user/requests does not list a new request',
    )
  }),
  simple('the notifications', 'notifications.list', 'member'),
  calls('notifications are marked as read', ({ member }) =>
    member.call('notifications.read', { body: { read: 'all', until: new Date().toISOString() } }),
  ),
  simple('the state of the last payment', 'premium.check', 'member'),
  calls('a purchase without a plan and a code is refused with 422', ({ member }) =>
    member.call('premium.join', { body: {}, status: 422 }),
  ),
  calls('an unknown code is refused with 422', ({ member }) =>
    member.call('premium.reserve', { body: { code: 'NOSUCHCODE' }, status: 422 }),
  ),

  mutations('the same key and body again: the first answer, and no second comment', async (backend) => {
    const titleId = titleAt(backend, 3)
    const body = `Conformance ${uuid()}`
    const parts = { body: { titleId, body }, headers: { [HEADER_KEY]: uuid() } }
    const first = await backend.member.mutate('comments.create', parts)
    const again = await backend.member.mutate('comments.create', parts)
    const count = await commentsWith(backend, titleId, body)
    expectThat(count === 1, `the same idempotency key made ${count} comments`)
    expectThat(again.json.data.id === first.json.data.id, 'the same idempotency key gave another answer')
    expectThat(again.json.result === 'replayed', `result is ${again.json.result}, not replayed`)
  }),
  mutations('two calls with one key at the same time have one effect', async (backend) => {
    const titleId = titleAt(backend, 3)
    const body = `Conformance ${uuid()}`
    const headers = { [HEADER_KEY]: uuid(), [HEADER_CLIENT]: backend.member.id, [HEADER_SEQ]: '1' }
    const send = () => backend.member.request('POST', '/api/user/comment', { titleId, body }, headers)
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
    expectThat(
      statuses.includes(200) && statuses.every((status) => status === 200 || status === 409),
      `two calls with one key answer ${statuses.join(' and ')}, not 200 or 409`,
    )
    const count = await commentsWith(backend, titleId, body)
    expectThat(count === 1, `two calls with one key made ${count} comments`)
  }),
  mutations('a key with another body is refused with 422', async (backend) => {
    const headers = { [HEADER_KEY]: uuid() }
    const titleId = titleAt(backend, 3)
    await backend.member.mutate('comments.create', { body: { titleId, body: `Conformance ${uuid()}` }, headers })
    await backend.member.mutate('comments.create', { body: { titleId, body: `Other ${uuid()}` }, headers, status: 422 })
  }),
  mutations('a state that is set twice counts once', async (backend) => {
    const like = () =>
      backend.member.mutate('reactions.like', { params: { id: titleAt(backend, 4) }, body: { liked: true } })
    const [one, two] = [await like(), await like()]
    expectThat(one.json.data.likes === two.json.data.likes, 'a like that is set twice counts twice')
  }),
  mutations('a lower sequence of the same device and title has no effect', async (backend) => {
    const id = titleAt(backend, 5)
    const set = (saved: boolean, sequence: number) =>
      backend.member.mutate('watchlist.set', {
        params: { id },
        body: { saved },
        headers: { [HEADER_SEQ]: String(sequence) },
      })
    await set(true, 1_010)
    const late = await set(false, 1_009)
    expectThat(await isSaved(backend, id), 'a call with a lower sequence removed the title')
    expectThat(late.json.result === 'stale', `result is ${late.json.result}, not stale`)
  }),
  mutations('an older change of another device has no effect', async (backend) => {
    const id = titleAt(backend, 6)
    await backend.member.mutate('watchlist.set', { params: { id }, body: { saved: true } })
    const headers = { [HEADER_CLIENT]: uuid(), [HEADER_SEQ]: '1', [HEADER_AGE]: String(HOUR) }
    await backend.member.mutate('watchlist.set', { params: { id }, body: { saved: false }, headers })
    expectThat(await isSaved(backend, id), 'a change of an hour ago from another device undid a newer one')
  }),

  ...(['watchlist', 'history', 'notifications', 'requests'] as const).map((list) =>
    deltas(`${list}: everything with an empty cursor, and then nothing more`, async ({ member }) => {
      const all = await member.call(`${list}.list`, { query: { since: '' } })
      expectThat(typeof all.json.meta.cursor === 'string', `user/${list}?since= answers no cursor`)
      const { json } = await member.call(`${list}.list`, { query: { since: await cursorOf(member, `${list}.list`) } })
      expectThat(json.data.length === 0, `user/${list} answers rows again that did not change`)
    }),
  ),
  deltas('a change and a removal come after the cursor', async (backend) => {
    const id = titleAt(backend, 7)
    const { member } = backend
    const since = await cursorOf(member, 'watchlist.list')
    await member.call('watchlist.set', { params: { id }, body: { saved: true } })
    const saved = await member.call('watchlist.list', { query: { since } })
    expectThat(idsIn(saved).join() === String(id), `the delta has the titles ${idsIn(saved).join()}, not ${id} alone`)
    await member.call('watchlist.set', { params: { id }, body: { saved: false } })
    const { json } = await member.call('watchlist.list', { query: { since: saved.json.meta.cursor } })
    expectThat(json.data[0]?.deleted === true, 'a removal is not in the delta as {titleId, deleted: true, version}')
    expectThat(json.data[0]?.version > saved.json.data[0]?.version, 'the version of a removal is not higher')
  }),
  deltas('pages of one row lead to the same rows', async (backend) => {
    const { member } = backend
    for (const index of [0, 1]) {
      await member.call('watchlist.set', { params: { id: titleAt(backend, index) }, body: { saved: true } })
    }
    const all = await member.call('watchlist.list', { query: { since: '' } })
    const ids: number[] = []
    let since = ''
    for (let page = 0; page < 50; page += 1) {
      const { json } = await member.call('watchlist.list', { query: { since, limit: 1 } })
      ids.push(...idsIn({ json }))
      since = json.meta.cursor
      if (!json.meta.more) break
    }
    expectThat(ids.join() === idsIn(all).join(), `limit=1 leads to the titles ${ids.join()}, not ${idsIn(all).join()}`)
  }),
  deltas('an unknown cursor is refused with 410', ({ member }) =>
    member.call('watchlist.list', { query: { since: 'unknown' }, status: 410 }),
  ),

  batch('each mutation is answered by itself, in order', async (backend) => {
    const id = titleAt(backend, 2)
    const sent = [
      { ...mutation(1, `/api/user/watchlist/${id}`), body: { saved: true } },
      { ...mutation(2, '/api/user/comment'), body: { titleId: id, body: 'a' } },
      { ...mutation(3, `/api/user/like/${id}`), body: { liked: true } },
    ]
    const { json } = await sendBatch(backend, sent)
    const statuses = json.data.map(({ status }: { status: number }) => status)
    expectThat(statuses.join() === '200,422,200', `the statuses are ${statuses.join()}, not 200,422,200`)
    const keys = json.data.map(({ key }: { key: string }) => key)
    expectThat(keys.join() === sent.map(({ key }) => key).join(), 'the answers are not in the order of the mutations')
    expectThat(await isSaved(backend, id), 'a mutation of a batch had no effect')
  }),
  batch('a key of a single call is known to a batch', async (backend) => {
    const titleId = titleAt(backend, 2)
    const body = `Conformance ${uuid()}`
    const sent = { ...mutation(9, '/api/user/comment'), body: { titleId, body } }
    const headers = { [HEADER_KEY]: sent.key }
    await backend.member.mutate('comments.create', { body: sent.body, headers })
    const { json } = await sendBatch(backend, [sent])
    expectThat(json.data[0]?.body?.result === 'replayed', 'a batch repeats a mutation that a single call made')
    const count = await commentsWith(backend, titleId, body)
    expectThat(count === 1, `a single call and a batch with one key made ${count} comments`)
  }),

  streams('the stream says the version at once, and a higher one after a change', async (backend) => {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(STREAM_PATIENCE)])
    const headers = { Accept: EVENT_STREAM }
    const response = await backend.member.open('GET', '/api/user/events', undefined, { signal, headers })
    const type = response.headers.get('Content-Type') ?? ''
    expectThat(
      response.status === 200 && type.startsWith(EVENT_STREAM),
      `GET /api/user/events answers ${response.status} with ${type || 'no type'}, not 200 with ${EVENT_STREAM}`,
    )
    const versions = versionsIn(response)
    try {
      const first = await nextVersion(versions, 'the stream sends no version')
      await backend.member.call('watchlist.set', { params: { id: titleAt(backend, 7) }, body: { saved: true } })
      const second = await nextVersion(versions, 'a change is not announced on the stream')
      expectThat(second > first, `the version after a change is ${second}, not above ${first}`)
    } finally {
      stop.abort()
    }
  }),
]

// biome-ignore lint/suspicious/noExplicitAny: as `Answer.json`
type Json = any

/** Returns the first value that a title of the catalogue has. */
async function found({ guest, titles }: Backend, part: (title: Json) => number | undefined): Promise<number> {
  for (const { id } of titles) {
    const { json } = await guest.call('titles.show', { params: { id } })
    const value = part(json.data)
    if (value !== undefined) return value
  }
  throw new Unmet('none of the best-known titles leads to such a record')
}

async function isSaved({ member }: Backend, id: number): Promise<boolean> {
  const { json } = await member.call('watchlist.list', { query: { per_page: 100 } })
  return idsIn({ json }).includes(id)
}

async function commentsWith({ guest }: Backend, titleId: number, body: string): Promise<number> {
  const { json } = await guest.call('comments.top', { params: { id: titleId } })
  return json.data.filter((one: { body: string }) => one.body === body).length
}

function idsIn({ json }: Pick<Answer, 'json'>): number[] {
  return json.data.map(({ titleId }: { titleId: number }) => titleId)
}

/** The cursor after everything. */
async function cursorOf(client: Client, id: string): Promise<string> {
  let since = ''
  for (;;) {
    const { json } = await client.call(id, { query: { since } })
    since = json.meta.cursor
    if (!json.meta.more) return since
  }
}

function mutation(seq: number, path: string) {
  return { key: uuid(), seq: 2_000 + seq, age: 0, method: 'POST', path }
}

function sendBatch({ member }: Backend, sent: object[]): Promise<Answer> {
  return member.call('batch.send', { body: { mutations: sent }, headers: { [HEADER_CLIENT]: member.id } })
}

/** The version in each message of a stream. */
async function* versionsIn(response: Response): AsyncGenerator<number, undefined> {
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += new TextDecoder().decode(bytes, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const version = /^data:.*"version":\s*(\d+)/.exec(line)?.[1]
      if (version !== undefined) yield Number(version)
    }
  }
}

async function nextVersion(versions: AsyncGenerator<number, undefined>, otherwise: string): Promise<number> {
  try {
    const { value } = await versions.next()
    if (value !== undefined) return value
  } catch (error) {
    if (!(error instanceof Error && /Abort|Timeout/.test(error.name))) throw error
  }
  throw new Unmet(`${otherwise} within ${STREAM_PATIENCE / 1_000} seconds`)
}

/** Registers the users of a run and finds the best-known titles. Throws `Unmet`. */
export async function openBackend(base: string): Promise<Backend> {
  const newClient = () => new Client(base)
  const guest = newClient()
  const register = async () => {
    const account = { name: 'Conformance', email: `conformance-${uuid()}@example.com`, password: uuid() }
    const client = newClient()
    const { json } = await client.call('account.register', {
      body: { ...account, passwordConfirmation: account.password },
    })
    client.token = json.data.token
    return { client, account }
  }
  const { client: member, account } = await register()
  const { client: other } = await register()
  const { json } = await guest.call('titles.search', { query: { order_by: 'votes', per_page: 24 } })
  return { guest, member, other, account, titles: json.data, newClient, register }
}

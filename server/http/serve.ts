import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { type Person, personOf } from '#server/accounts/tokens.ts'
import type { Settings } from '#server/config.ts'
import type { Bell } from '#server/database/changeNotifications.ts'
import type { Database } from '#server/database/connect.ts'
import { refuse } from '#server/platform/refuse.ts'
import { bundleOf } from '#server/sync/batch.ts'
import { packingsFor } from './compression.ts'
import { readInput } from './parseInput.ts'
import { answerText } from './responseText.ts'

/** What the areas are mounted on. */
export interface Api {
  hono: Hono
  /** Carries the queued calls once more, for the batch, which is a call itself and has passed all that stands before. */
  queued: Hono
  database: Database
  /** The server's time; tests have their own. */
  clock: () => Date
  settings: Settings
  /** Rings when something of a person has changed; without one no stream is open. */
  bell?: Bell
}

/** What every call is answered from. */
export type Frame = Omit<Api, 'hono' | 'queued'>

/** One call as a handler sees it: everything parsed, the caller known. */
export interface Call<Params, Query, Body, A extends Access = Access> extends Frame {
  endpoint: { method: string; path: string }
  params: Params
  query: Query
  body: Body
  /** Who is calling; on a call for anyone ask `viewer`. */
  user: A extends 'user' ? Person : undefined
  /** Who is calling a call for anyone, if signed in. Asking makes the answer to a signed-in person private. */
  viewer(): Promise<Person | null>
  /** As `viewer`, where the answer is for this one caller alone, a guest too. */
  caller(): Promise<Person | null>
  /** For what is HTTP and not contract: cookies, status, headers. */
  http: Context
}

export type Handler<Params, Query, Body, Reply, A extends Access = Access> = (
  call: Call<Params, Query, Body, A>,
) => Promise<Reply> | Reply

const PUBLIC = 'public, max-age=60, stale-while-revalidate=86400'

/** Mounts one call of the contract. No reply is a 204. */
export function serve<Params, Query, Body, Reply, A extends Access>(
  api: Api,
  endpoint: Endpoint<Params, Query, Body, Reply, A>,
  handler: Handler<Params, Query, Body, NoInfer<Reply>, NoInfer<A>>,
): void {
  const { hono, queued, ...frame } = api
  const listener = async (http: Context) => {
    let isPrivate = endpoint.method !== 'GET' || endpoint.access === 'user'
    const user = endpoint.access === 'user' ? await callerOf(frame, http) : undefined
    const reply = await handler({
      ...frame,
      endpoint,
      params: readParams(endpoint.params, http.req.param()),
      query: readInput(endpoint.query, http.req.query()),
      body: readInput(endpoint.body, await readBody(http)),
      // The conditional type follows `endpoint.access`, which the compiler cannot connect to the branch above.
      user: user as Call<Params, Query, Body, A>['user'],
      async viewer() {
        http.header('Vary', 'Authorization', { append: true })
        const person = await personOf(frame, http)
        if (person) isPrivate = true
        return person
      },
      caller() {
        isPrivate = true
        return personOf(frame, http)
      },
      http,
    })
    return answer(http, endpoint, reply, { isPrivate, check: frame.settings.checkReplies })
  }
  hono.on(endpoint.method, endpoint.path, listener)
  if (endpoint.queued) queued.on(endpoint.method, endpoint.path, listener)
}

/** Inside a batch it has been asked who calls. */
async function callerOf(frame: Frame, http: Context): Promise<Person> {
  return bundleOf(http)?.user ?? (await personOf(frame, http)) ?? refuse('unauthenticated')
}

/** A path whose parts do not fit names nothing: 404, not 422. */
function readParams<Params>(schema: v.GenericSchema<unknown, Params>, raw: unknown): Params {
  const read = v.safeParse(schema, raw)
  return read.success ? read.output : refuse('not_found')
}

async function readBody(http: Context): Promise<unknown> {
  if (http.req.method === 'GET' || http.req.method === 'HEAD') return undefined
  const text = await http.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(http.req.header('Content-Type') ?? '')) refuse('unsupported')
  try {
    return JSON.parse(text)
  } catch {
    return refuse('validation')
  }
}

async function answer(
  http: Context,
  endpoint: { method: string; path: string; reply: v.GenericSchema },
  reply: unknown,
  how: { isPrivate: boolean; check: boolean },
): Promise<Response> {
  if (how.isPrivate) http.header('Cache-Control', 'no-store')
  if (reply === undefined || reply === null) return http.body(null, 204)
  const bundle = bundleOf(http)
  if (bundle && typeof reply === 'object') {
    if (how.check) requireContract(endpoint, JSON.stringify(reply))
    bundle.told(http.req.raw, reply)
    return http.body(null)
  }
  const text = answerText(reply, () => {
    const json = JSON.stringify(reply)
    if (how.check) requireContract(endpoint, json)
    return json
  })
  if (!how.isPrivate) {
    http.header('Cache-Control', PUBLIC)
    const tag = text.tag()
    http.header('ETag', tag)
    if (isKnown(http.req.header('If-None-Match'), tag)) return http.body(null, 304)
  }
  http.header('Content-Type', 'application/json; charset=utf-8')
  // Of unsafe calls nothing is packed: lengths would tell of the tokens in their answers.
  if (endpoint.method !== 'GET') return http.body(text.json())
  http.header('Vary', 'Accept-Encoding', { append: true })
  const [packing] = text.isWorthPacking ? packingsFor(http) : []
  if (!packing) return http.body(text.json())
  http.header('Content-Encoding', packing)
  return http.body(await text.packed(packing))
}

function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (one: string) => one.trim().replace(/^W\//, '')
  return header.split(',').some((one) => opaque(one) === opaque(tag) || one.trim() === '*')
}

/** A reply that its own schema changes is one where a fallback hid a fault of ours. */
function requireContract(endpoint: { method: string; path: string; reply: v.GenericSchema }, json: string): void {
  const sent: unknown = JSON.parse(json)
  const read = v.safeParse(endpoint.reply, sent)
  if (read.success && isDeepStrictEqual(read.output, sent)) return
  const why = read.success ? 'a fallback was used' : JSON.stringify(v.flatten(read.issues))
  throw new Error(`${endpoint.method} ${endpoint.path} answers against its contract: ${why}\n${json.slice(0, 2000)}`)
}

import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { authenticate, refuseToken, tokenHash, type UserRow } from '#server/accounts/tokens.ts'
import type { Settings } from '#server/config.ts'
import type { ChangeNotifications } from '#server/database/changeNotifications.ts'
import { type Database, type QueryCatalogue, queryDirectly } from '#server/database/connect.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { ignoring } from '#server/platform/reportError.ts'
import { batchContextOf } from './batchContext.ts'
import { noteRoute } from './observeCalls.ts'
import { parseInput } from './parseInput.ts'
import { isKnown, responseText, sendCompressed } from './responseText.ts'

/** The server as the areas mount their calls on it. */
export interface Api {
  hono: Hono
  /** Has the queued calls a second time, without middleware: the batch call dispatches to it. */
  queued: Hono
  database: Database
  /** Absent: the catalogue is read from `database`. */
  queryCatalogue?: QueryCatalogue
  /** The current time; tests set their own. */
  clock: () => Date
  settings: Settings
  /** Without it there are no event streams. */
  changes?: ChangeNotifications
  /** Absent: calls and mutations are not counted. */
  metrics?: Metrics | undefined
}

/** The server without its routes, for handlers. */
export type ServerContext = Omit<Api, 'hono' | 'queued'>

/** A call as its handler receives it: input parsed, caller authenticated. */
export interface Call<Params, Query, Body, A extends Access = Access> extends ServerContext {
  endpoint: { method: string; path: string }
  params: Params
  query: Query
  body: Body
  /** For public content without likes and comments, which change without a revision of the catalogue. */
  queryCatalogue: QueryCatalogue
  /** The caller, if the endpoint requires one; otherwise use `viewer`. */
  user: A extends 'user' ? UserRow : undefined
  /** The signed-in caller of a public endpoint, or null. The reply to a signed-in caller becomes private. */
  viewer(): Promise<UserRow | null>
  /** As `viewer`, for replies that are private to every caller, guests included. */
  caller(): Promise<UserRow | null>
  /** For cookies, status and headers. */
  http: Context
}

export type Handler<Params, Query, Body, Reply, A extends Access = Access> = (
  call: Call<Params, Query, Body, A>,
) => Promise<Reply> | Reply

const PUBLIC = 'public, max-age=60, stale-while-revalidate=86400'

/** Mounts an endpoint of the contract. An undefined reply is a 204. */
export function serve<Params, Query, Body, Reply, A extends Access>(
  api: Api,
  endpoint: Endpoint<Params, Query, Body, Reply, A>,
  handler: Handler<Params, Query, Body, NoInfer<Reply>, NoInfer<A>>,
): void {
  const { hono, queued, ...context } = api
  const answer = async (http: Context) => {
    noteRoute(http, endpoint.path)
    let isPrivate = endpoint.method !== 'GET' || endpoint.access === 'user'
    const user = endpoint.access === 'user' ? await requireCaller(context, http) : undefined
    const reply = await handler({
      ...context,
      queryCatalogue: context.queryCatalogue ?? queryDirectly(context.database),
      endpoint,
      params: readParams(endpoint.params, http.req.param()),
      query: parseInput(endpoint.query, http.req.query()),
      body: parseInput(endpoint.body, await readBody(http)),
      // The conditional type follows `endpoint.access`, which the compiler cannot connect to the branch above.
      user: user as Call<Params, Query, Body, A>['user'],
      async viewer() {
        http.header('Vary', 'Authorization', { append: true })
        const user = await authenticate(context, http)
        if (user) isPrivate = true
        return user
      },
      caller() {
        isPrivate = true
        return authenticate(context, http)
      },
      http,
    })
    return sendReply(http, endpoint, reply, { isPrivate, check: context.settings.checkReplies })
  }
  const { method, path } = endpoint
  if (!endpoint.queued) {
    hono.on(method, path, answer)
    return
  }
  const answerQueued = async (http: Context) => {
    try {
      return await answer(http)
    } catch (error) {
      context.metrics?.mutated(`${method} ${path}`, error instanceof Refusal ? error.code : 'failed')
      throw error
    }
  }
  for (const app of [hono, queued]) app.on(method, path, answerQueued)
}

/** A batch has authenticated its caller already. */
async function requireCaller(context: ServerContext, http: Context): Promise<UserRow> {
  const user = batchContextOf(http)?.user ?? (await authenticate(context, http))
  return user ?? refuseToken(context, tokenHash(http))
}

/** Invalid path parameters are a 404, not a 422: the path names nothing. */
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
  } catch (error) {
    ignoring('parsing a body', 'SyntaxError')(error)
    return refuse('validation')
  }
}

async function sendReply(
  http: Context,
  endpoint: { method: string; path: string; reply: v.GenericSchema },
  reply: unknown,
  how: { isPrivate: boolean; check: boolean },
): Promise<Response> {
  if (how.isPrivate) http.header('Cache-Control', 'no-store')
  if (reply === undefined || reply === null) return http.body(null, 204)
  const batch = batchContextOf(http)
  if (batch && typeof reply === 'object') {
    if (how.check) requireContract(endpoint, JSON.stringify(reply))
    batch.setReply(http.req.raw, reply)
    return http.body(null)
  }
  const text = responseText(reply, () => {
    const json = JSON.stringify(reply)
    if (how.check) requireContract(endpoint, json)
    return json
  })
  if (!how.isPrivate) {
    http.header('Cache-Control', PUBLIC)
    const tag = text.tag()
    http.header('ETag', tag)
    if (isKnown(http, tag)) return http.body(null, 304)
  }
  http.header('Content-Type', 'application/json; charset=utf-8')
  // Replies to unsafe methods are not compressed: their length would reveal the tokens in them (BREACH).
  return endpoint.method === 'GET' ? sendCompressed(http, text) : http.body(text.plain())
}

/** Throws if a reply breaks its contract, also where a fallback of the schema would hide it. */
function requireContract(endpoint: { method: string; path: string; reply: v.GenericSchema }, json: string): void {
  const sent: unknown = JSON.parse(json)
  const read = v.safeParse(endpoint.reply, sent)
  if (read.success && isDeepStrictEqual(read.output, sent)) return
  const why = read.success ? 'a fallback was used' : JSON.stringify(v.flatten(read.issues))
  throw new Error(`${endpoint.method} ${endpoint.path} answers against its contract: ${why}\n${json.slice(0, 2000)}`)
}

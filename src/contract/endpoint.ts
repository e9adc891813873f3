import * as v from 'valibot'

export type Schema<Output = unknown> = v.GenericSchema<unknown, Output>

/** Access to a call. `user` answers 401 without a valid token. */
export type Access = 'anyone' | 'user'

/**
 * One call of the contract. `params` parses the `:name` parts of `path`, `query` the raw strings of the URL, `body` the
 * JSON of the request, `reply` the whole JSON of a 2xx response.
 */
export interface Endpoint<Params, Query, Body, Reply, A extends Access = Access> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  access: A
  /** A queued mutation: takes `Idempotency-Key`, `X-Client-Id`, `X-Client-Seq`, `X-Mutation-Age`. */
  queued: boolean
  params: Schema<Params>
  query: Schema<Query>
  body: Schema<Body>
  reply: Schema<Reply>
}

// biome-ignore lint/complexity/noBannedTypes: "no fields" is what an empty object schema gives
type None = {}
const none: Schema<None> = v.object({})
// A call without a body schema ignores any body.
const ignoredBody: Schema<undefined> = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

interface EndpointOptions<Params, Query, Body, Reply, A extends Access> {
  access?: A
  queued?: boolean
  params?: Schema<Params>
  query?: Schema<Query>
  body?: Schema<Body>
  reply: Schema<Reply>
}

/** Declares a call; omitted schemas accept nothing. */
export function endpoint<Reply, Params = None, Query = None, Body = undefined, A extends Access = 'anyone'>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  sketch: EndpointOptions<Params, Query, Body, Reply, A>,
): Endpoint<Params, Query, Body, Reply, A> {
  // Each default value has the type of its type parameter's default, which TypeScript cannot relate.
  return {
    method,
    path,
    access: sketch.access ?? ('anyone' as A),
    queued: sketch.queued ?? false,
    params: sketch.params ?? (none as Schema<Params>),
    query: sketch.query ?? (none as Schema<Query>),
    body: sketch.body ?? (ignoredBody as Schema<Body>),
    reply: sketch.reply,
  }
}

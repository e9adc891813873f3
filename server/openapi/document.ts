import type * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { EVENT_STREAM } from '#contract/events.ts'
import type { FailureCode } from '#contract/failures.ts'
import { DeltaQuery, HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { STATUS } from '#server/platform/refuse.ts'
import { failureMessages } from '#server/text/messages.ts'
import { type Comments, readComments } from './comments.ts'
import { type ContractCall, loadContract, specifiedCalls } from './contractCalls.ts'
import { type CallExample, examples } from './examples.ts'
import { FACTS } from './facts.ts'
import { type Conversion, createConversion, type JsonSchema } from './jsonSchema.ts'
import { LEVELS, levelOf } from './levels.ts'

type Json = Record<string, unknown>

/** Sources of the document besides the call itself. */
interface Source extends Conversion {
  comments: Comments
  specified: ReadonlySet<string>
}

/** Builds the OpenAPI 3.1 document of all calls (docs/openapi.json) from the contract. */
export async function buildDocument(): Promise<Json> {
  const { calls, records, sources } = await loadContract()
  const source: Source = {
    ...createConversion(records),
    comments: readComments(sources),
    specified: await specifiedCalls(),
  }
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = templateOf(call)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operation(call, source) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parde API',
      version: '1',
      description:
        'Generated from `src/contract` by `npm run openapi`. Conventions: docs/api.md. Levels of a backend (`x-level`): docs/backend.md.',
    },
    servers: [{ url: 'http://localhost:8787', description: 'npm start' }],
    'x-levels': LEVELS,
    tags: [...new Set(calls.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: failureResponses(calls),
      schemas: usedSchemas([paths, failureResponses(calls)], records, source),
    },
  }
}

/** The path with parameters as OpenAPI writes them. */
function templateOf({ endpoint }: ContractCall): string {
  return endpoint.path.replace(/:(\w+)/g, '{$1}')
}

function operation(call: ContractCall, source: Source): Json {
  const { id, area, endpoint } = call
  const example = examples[id] ?? {}
  const comment = source.comments.get(id.replace('.', 'Api.')) ?? ''
  const [summary] = comment.split(/(?<=\.) /)
  const body = source.refer(endpoint.body)
  return {
    operationId: id,
    tags: [area],
    summary,
    ...(comment !== summary && { description: comment }),
    'x-level': levelOf(`${endpoint.method} ${templateOf(call)}`, source.specified),
    ...(endpoint.queued && { 'x-queued': true }),
    security: endpoint.access === 'user' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    parameters: parametersOf(call, example, source),
    ...(!isEmpty(body) && {
      requestBody: { required: true, content: { 'application/json': content(body, example.body) } },
    }),
    responses: { ...success(call, example, source), ...failures(call) },
  }
}

function parametersOf({ id, endpoint }: ContractCall, example: CallExample, source: Source): Json[] {
  const inAddress = (place: 'path' | 'query', schema: Schema, values: CallExample['query'] = {}) =>
    Object.entries(entriesOf(schema)).map(([name, part]) => {
      const json = source.refer(part)
      const value = values[name]
      return {
        name,
        in: place,
        required: place === 'path' || !('fallback' in part || part.type === 'optional'),
        schema: json,
        ...(value !== undefined && { example: json.type === 'string' ? String(value) : value }),
      }
    })
  const shared = [
    ...(endpoint.method === 'GET' ? [] : ['csrfHeader', 'csrfCookie']),
    ...(endpoint.queued ? ['idempotencyKey', 'clientId', 'clientSequence', 'mutationAge'] : []),
    ...(endpoint.path === '/api/user/mutations' ? ['clientId'] : []),
    ...(FACTS[id]?.takesKey ? ['idempotencyKey'] : []),
    ...(isCacheable({ id, endpoint }) ? ['ifNoneMatch'] : []),
  ]
  return [
    ...inAddress('path', endpoint.params, example.params),
    ...inAddress('query', endpoint.query, example.query),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function success({ id, endpoint }: ContractCall, example: CallExample, source: Source): Json {
  const reply = source.refer(endpoint.reply)
  if (isEmpty(reply)) {
    const setsCookie = id === 'account.csrfCookie'
    return { 204: { description: 'Done; no body.', ...(setsCookie && { headers: headers('setCsrfCookie') }) } }
  }
  const cacheable = isCacheable({ id, endpoint })
  const answer = {
    description: 'The answer.',
    ...(cacheable && { headers: headers('etag', 'cacheControl') }),
    content: {
      'application/json': content(reply, example.reply),
      ...(FACTS[id]?.isStream && { [EVENT_STREAM]: { schema: { type: 'string' }, example: example.stream } }),
    },
  }
  return {
    [FACTS[id]?.status ?? 200]: answer,
    ...(cacheable && { 304: { description: 'Unchanged since the `ETag` of `If-None-Match`.' } }),
  }
}

/** One response for each status, by the name of its codes. */
function failures(call: ContractCall): Json {
  return Object.fromEntries(
    failureGroups(call).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}

/** The shared responses that `failures` refers to. */
function failureResponses(calls: readonly ContractCall[]): Json {
  const groups = new Map(calls.flatMap(failureGroups).map(({ name, codes }) => [name, codes]))
  return Object.fromEntries([...groups].map(([name, codes]) => [name, failureResponse(codes)]))
}

function failureGroups(call: ContractCall): { status: number; name: string; codes: FailureCode[] }[] {
  const all = failureCodes(call)
  return [...new Set(all.map((code) => STATUS[code]))].map((status) => {
    const codes = all.filter((code) => STATUS[code] === status)
    return { status, codes, name: codes.join('.') }
  })
}

function failureResponse(codes: readonly FailureCode[]): Json {
  const [example] = codes.map((code) => ({ message: failureMessages[code], code }))
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(codes.some((code) => RETRIED.includes(code)) && { headers: headers('retryAfter') }),
    content: {
      'application/json': content(
        { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] },
        example,
      ),
    },
  }
}

/** Failures with `Retry-After`. */
const RETRIED: readonly FailureCode[] = ['too_many_requests', 'unavailable', 'in_progress']

/** Every failure that a call can have, without repetition. */
function failureCodes({ id, endpoint }: ContractCall): FailureCode[] {
  const hasInput = Object.keys(entriesOf(endpoint.query)).length > 0 || endpoint.method !== 'GET'
  const isUnsafe = endpoint.method !== 'GET'
  const codes: (FailureCode | false)[] = [
    endpoint.access === 'user' && 'unauthenticated',
    endpoint.access === 'user' && 'account_deleted',
    Object.keys(entriesOf(endpoint.params)).length > 0 && 'not_found',
    endpoint.query === DeltaQuery && 'cursor_gone',
    isUnsafe && 'too_large',
    isUnsafe && 'unsupported',
    isUnsafe && 'csrf_mismatch',
    hasInput && 'validation',
    endpoint.queued && 'in_progress',
    endpoint.queued && 'key_reused',
    ...(FACTS[id]?.failures ?? []),
    'server_error',
    'unavailable',
  ]
  return [...new Set(codes.filter((code) => code !== false))].toSorted((one, other) => STATUS[one] - STATUS[other])
}

/** A public answer that browsers and proxies may keep. */
function isCacheable({ id, endpoint }: Pick<ContractCall, 'id' | 'endpoint'>): boolean {
  return endpoint.method === 'GET' && endpoint.access === 'anyone' && !FACTS[id]?.isPrivate
}

function content(schema: JsonSchema, example: unknown): Json {
  return { schema, ...(example !== undefined && { example }) }
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0
}

function entriesOf(schema: Schema): Record<string, v.GenericSchema> {
  return 'entries' in schema ? (schema.entries as Record<string, v.GenericSchema>) : {}
}

/** The records that the calls refer to, directly or inside of another record. */
function usedSchemas(users: unknown, records: Readonly<Record<string, Schema>>, { convert, comments }: Source): Json {
  const schemas: Record<string, JsonSchema> = {}
  const addReferred = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = records[name]
      if (!schema || schemas[name]) continue
      schemas[name] = described(name, convert(schema), comments)
      addReferred(schemas[name])
    }
  }
  addReferred(users)
  return Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function described(name: string, schema: JsonSchema, comments: Comments): JsonSchema {
  const own = comments.get(name)
  const properties = Object.entries(schema.properties ?? {}).map(([field, part]) => {
    const comment = comments.get(`${name}.${field}`)
    return [field, comment === undefined ? part : { description: comment, ...part }] as const
  })
  return {
    ...(own !== undefined && { description: own }),
    ...schema,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

function headers(...names: (keyof typeof HEADERS)[]): Json {
  return Object.fromEntries(names.map((name) => [HEADER_NAMES[name], { $ref: `#/components/headers/${name}` }]))
}

const HEADER_NAMES = {
  etag: 'ETag',
  cacheControl: 'Cache-Control',
  retryAfter: 'Retry-After',
  setCsrfCookie: 'Set-Cookie',
} as const

const HEADERS = {
  etag: { description: 'Identifies this answer, for `If-None-Match`.', schema: { type: 'string' } },
  cacheControl: { description: 'How long caches may keep the answer.', schema: { type: 'string' } },
  retryAfter: { description: 'Seconds until the next attempt.', schema: { type: 'integer', minimum: 0 } },
  setCsrfCookie: { description: 'The cookie `XSRF-TOKEN`.', schema: { type: 'string' } },
}

const TOKEN = { type: 'string', minLength: 1 }

const PARAMETERS = {
  csrfHeader: {
    name: 'X-XSRF-TOKEN',
    in: 'header',
    required: true,
    description: 'The value of the cookie `XSRF-TOKEN`. Otherwise 419: call `/sanctum/csrf-cookie` and repeat.',
    schema: TOKEN,
  },
  csrfCookie: {
    name: 'XSRF-TOKEN',
    in: 'cookie',
    required: true,
    description: 'Set by `/sanctum/csrf-cookie`.',
    schema: TOKEN,
  },
  idempotencyKey: {
    name: HEADER_KEY,
    in: 'header',
    description:
      'A repeated call with the same key and body returns the first answer and has no second effect (docs/sync.md#idempotency).',
    schema: { type: 'string', format: 'uuid' },
    example: '01980f3c-5f10-7abc-8def-0123456789ab',
  },
  clientId: {
    name: HEADER_CLIENT,
    in: 'header',
    description: "Id of the user's database on a device.",
    schema: { type: 'string', pattern: '^[\\w-]{1,64}$' },
    example: '01980f3c-0000-7000-8000-00000000c11e',
  },
  clientSequence: {
    name: HEADER_SEQ,
    in: 'header',
    description:
      'Rises strictly for each client. A call with a lower sequence than one of the same record has no effect: `stale` (docs/sync.md#fences).',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
    example: '7',
  },
  mutationAge: {
    name: HEADER_AGE,
    in: 'header',
    description: 'Milliseconds between the action of the user and this call.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
    example: '350',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` of an earlier answer.',
    schema: { type: 'string' },
  },
}

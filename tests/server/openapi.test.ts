import { sql } from 'drizzle-orm'
import { generateSync, type JsonSchema } from 'json-schema-faker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operation, openApiDocument, operations, schemaValidator } from '#tests/harness/openapi.ts'
import {
  type Answer,
  type Caller,
  databaseKinds,
  type Member,
  startServer,
  type TestServer,
} from '#tests/harness/server.ts'

/** `SEED=7 npx vitest run --project server tests/server/openapi.test.ts` repeats a failure. */
const SEED = Number(process.env.SEED ?? 1)
/** Requests with inputs as the document describes them, and the same number with one part that is not. */
const RUNS = 5

const definitions = JSON.parse(
  JSON.stringify((openApiDocument.components as { schemas: object }).schemas).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  ),
)
/** A schema of the document by itself, for the generator. */
const selfContained = (schema: object): JsonSchema => ({
  ...JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')),
  $defs: definitions,
})

describe.each(databaseKinds)('the document drives every call, on %s', (database) => {
  let server: TestServer
  let guest: Caller
  beforeAll(async () => {
    server = await startServer({ database })
    guest = server.createGuest()
  })
  afterAll(() => server.close())

  const succeeded = new Set<string>()

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: every answer is one of the document',
    async (_, operation) => {
      await server.database.execute(sql`delete from throttles`)
      const member = await server.createUser()
      const random = createRequests(operation)
      for (let run = 0; run < RUNS * 2; run += 1) {
        const request = run === 0 ? random.example() : random.next(run >= RUNS)
        for (const caller of operation.needsUser && run > 0 ? [member] : [guest, member]) {
          const answer = await send(caller, operation, request)
          expectDocumented(answer, operation, `SEED=${SEED} ${operation.id} ${JSON.stringify(request)}`)
          if (caller === guest && operation.needsUser) expect(answer.status).toBe(401)
          if (answer.status < 300) succeeded.add(operation.id)
        }
      }
    },
  )

  test('most calls succeed with inputs from the document alone', () => {
    expect(succeeded.size).toBeGreaterThan(operations.length / 2)
  })
})

interface GeneratedRequest {
  path: string
  headers: Record<string, string>
  body: unknown
}

/** Makes requests from the parts of an operation. The same seed makes the same requests. */
function createRequests({ id, path, parameters, body, contents }: Operation) {
  let seed = SEED * 1_000 + operations.findIndex((one) => one.id === id)
  let state = seed
  // xorshift: the generator's own numbers are not exposed.
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const generate = (schema: object) => {
    seed += 1
    return generateSync(selfContained(schema), { seed, optionalsProbability: 0.5, maxItems: 3 })
  }
  const place = (
    values: (parameter: Operation['parameters'][number]) => unknown,
  ): Pick<GeneratedRequest, 'path' | 'headers'> => {
    const query = new URLSearchParams()
    const headers: Record<string, string> = {}
    let filled = path
    for (const parameter of parameters) {
      const value = values(parameter)
      if (value === undefined) continue
      const text = String(value)
      if (parameter.place === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text))
      if (parameter.place === 'query') query.set(parameter.name, text)
      // The caller adds the CSRF token of its own cookie.
      if (parameter.place === 'header' && !parameter.isRequired) headers[parameter.name] = encodeURIComponent(text)
    }
    return { path: query.size > 0 ? `${filled}?${query}` : filled, headers }
  }
  return {
    /** The examples of the document. */
    example: (): GeneratedRequest => ({
      ...place(({ place: where, example }) => (where === 'header' ? undefined : example)),
      body: contents.find(({ where }) => where.startsWith('request'))?.example,
    }),
    next(isBroken: boolean): GeneratedRequest {
      const placed = place(({ isRequired, schema, example }) => {
        if (!isRequired && random() < 0.5) return undefined
        return isRequired && random() < 0.5 ? example : generate(schema)
      })
      const valid = body && generate(body)
      return { ...placed, body: isBroken ? broken(valid, random) : valid }
    },
  }
}

const WRONG = [null, [], {}, 'a', '', -1, 1.5, true, '\ud800', 'x'.repeat(3_000)]

/** The value with one part removed or of another type. */
function broken(value: unknown, random: () => number): unknown {
  const wrong = WRONG[Math.floor(random() * WRONG.length)]
  if (typeof value !== 'object' || value === null) return wrong
  const names = Object.keys(value)
  const name = names[Math.floor(random() * names.length)]
  if (name === undefined) return wrong
  if (Array.isArray(value)) return value.with(Number(name), broken(value[Number(name)], random))
  const { [name]: part, ...rest } = value as Record<string, unknown>
  return random() < 0.3 ? rest : { ...rest, [name]: broken(part, random) }
}

function send(
  caller: Caller | Member,
  { method }: Operation,
  { path, headers, body }: GeneratedRequest,
): Promise<Answer> {
  if (method === 'GET') return caller.get(path, headers)
  // A JSON text as body: `undefined` would be none.
  const text = JSON.stringify(body ?? {})
  return method === 'DELETE' ? caller.delete(path, headers, text) : caller.post(path, text, headers)
}

function expectDocumented({ status, json }: Answer, { answers }: Operation, request: string) {
  expect(status, request).not.toBe(500)
  expect([...answers.keys()], `${request}: ${status} ${JSON.stringify(json)}`).toContain(status)
  const schema = answers.get(status)
  if (!schema) {
    expect(json, request).toBeUndefined()
    return
  }
  const check = schemaValidator(schema)
  expect(check(json), `${request}: ${JSON.stringify(check.errors)} ${JSON.stringify(json).slice(0, 500)}`).toBe(true)
}

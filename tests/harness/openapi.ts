import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as v from 'valibot'

/** The committed document, as any reader gets it. */
export const openApiDocument: Record<string, unknown> = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

const Json = v.record(v.string(), v.unknown())
const Parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header', 'cookie']),
  required: v.optional(v.boolean(), false),
  schema: Json,
  example: v.optional(v.unknown()),
})
const Content = v.record(v.string(), v.object({ schema: Json, example: v.optional(v.unknown()) }))
const Answer = v.object({ content: v.optional(Content, {}), headers: v.optional(Json, {}) })
const Operation = v.object({
  operationId: v.string(),
  summary: v.optional(v.string(), ''),
  'x-level': v.string(),
  'x-queued': v.optional(v.boolean(), false),
  security: v.array(Json),
  parameters: v.array(v.unknown()),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(v.string(), v.unknown()),
})

export interface Operation {
  id: string
  method: string
  /** with `{name}` for each parameter */
  path: string
  level: string
  isQueued: boolean
  summary: string
  /** answers 401 to guests */
  needsUser: boolean
  parameters: { where: string; name: string; place: string; isRequired: boolean; schema: object; example: unknown }[]
  /** JSON Schema of the body, if the call takes one */
  body: object | undefined
  /** JSON Schema of the answer by status; undefined for an answer without a body */
  answers: ReadonlyMap<number, object | undefined>
  /** bodies of request and answers */
  contents: { where: string; schema: object; example: unknown }[]
}

/** Every call of the document, references resolved except those inside of schemas. */
export const operations: Operation[] = Object.entries(
  v.parse(v.record(v.string(), Json), openApiDocument.paths),
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => readOperation(method.toUpperCase(), path, raw)),
)

function readOperation(method: string, path: string, raw: unknown): Operation {
  const read = v.parse(Operation, raw)
  const answers = Object.entries(read.responses).map(
    ([status, response]) => [Number(status), v.parse(Answer, resolveReference(response))] as const,
  )
  const contents = Object.entries(read.requestBody?.content ?? {})
    .map(([type, content]) => ({ where: `request ${type}`, ...content, example: content.example }))
    .concat(
      answers.flatMap(([status, { content }]) =>
        Object.entries(content).map(([type, one]) => ({ where: `${status} ${type}`, ...one, example: one.example })),
      ),
    )
  return {
    id: read.operationId,
    method,
    path,
    level: read['x-level'],
    isQueued: read['x-queued'],
    summary: read.summary,
    needsUser: read.security.every((way) => Object.keys(way).length > 0),
    parameters: read.parameters.map((one) => {
      const { name, in: place, required, schema, example } = v.parse(Parameter, resolveReference(one))
      return { where: `${place} ${name}`, name, place, isRequired: required, schema, example }
    }),
    body: read.requestBody?.content['application/json']?.schema,
    answers: new Map(answers.map(([status, { content }]) => [status, content['application/json']?.schema])),
    contents,
  }
}

function resolveReference(raw: unknown): unknown {
  const { $ref } = v.parse(v.looseObject({ $ref: v.optional(v.string()) }), raw)
  if ($ref === undefined) return raw
  return $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => v.parse(Json, part)[name], openApiDocument)
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(openApiDocument, 'openapi.json')

/** Compiles a schema of the document; its references lead into the document. */
export function schemaValidator(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi.json#/components/')))
}

/** Whether a backend may lack the call (docs/backend.md). `path` with or without a query. */
export function isOptional(method: string, path: string): boolean {
  const called = path.split('?')[0] ?? ''
  const matching = operations.filter((one) => one.method === method && patternOf(one).test(called))
  // `genres/tiles` is no genre.
  const [exact] = matching.toSorted((one, other) => one.parameters.length - other.parameters.length)
  return exact !== undefined && exact.level !== 'calls'
}

function patternOf({ path }: Pick<Operation, 'path'>): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { specifiedCalls } from '#server/openapi/contractCalls.ts'
import { buildDocument } from '#server/openapi/document.ts'
import { type Operation, openApiDocument, operations, schemaValidator } from '#tests/harness/openapi.ts'

test('docs/openapi.json is what the contract gives; npm run openapi writes it', async () => {
  const committed = readFileSync('docs/openapi.json', 'utf8')
  expect(committed).toBe(`${JSON.stringify(await buildDocument(), null, 2)}\n`)
})

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(openApiDocument))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every call of the specification is required, and each call has a summary', async () => {
  const required = operations.filter(({ level }) => level === 'calls').map(({ method, path }) => `${method} ${path}`)
  expect(required.toSorted()).toEqual([...(await specifiedCalls())].toSorted())
  expect(operations.filter(({ summary }) => !summary).map(({ id }) => id)).toEqual([])
})

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s: each example matches the schema beside it',
  (_, operation) => {
    const parts = [...operation.parameters, ...operation.contents].filter(({ schema }) => schema !== undefined)
    for (const { where, schema, example } of parts) {
      const check = schemaValidator(schema)
      if (example !== undefined) expect(check(example), `${where}: ${JSON.stringify(check.errors)}`).toBe(true)
    }
    const bodies = operation.contents.filter(({ example }) => example === undefined)
    expect(bodies.map(({ where }) => where)).toEqual([])
    const inPath = operation.parameters.filter(({ place, example }) => place === 'path' && example === undefined)
    expect(inPath).toEqual([])
  },
)

test('docs/backend.md lists every call with its level, and what the app does without an optional one', () => {
  const text = readFileSync('docs/backend.md', 'utf8')
  const [, required = '', optional = ''] = text.split(/^## (?:Required|Optional) calls$/m)
  const rowsOf = (section: string) =>
    [...section.matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm)].map(([, call, cell]) => `${call}: ${cell}`)
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`
  const queuedMark = ({ isQueued }: Operation) => (isQueued ? ', queued' : '')
  const isRequired = ({ level }: Operation) => level !== 'optional'
  expect(rowsOf(required).toSorted()).toEqual(
    operations
      .filter(isRequired)
      .map((one) => `${nameOf(one)}: \`${one.level}\`${queuedMark(one)}`)
      .toSorted(),
  )
  expect(
    rowsOf(optional)
      .map((row) => row.split(': ')[0])
      .toSorted(),
  ).toEqual(
    operations
      .filter((one) => !isRequired(one))
      .map(nameOf)
      .toSorted(),
  )
})

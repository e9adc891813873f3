import * as v from 'valibot'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, type ServerFieldProblem } from '#server/text/messages.ts'

/** No input of the contract is nested as deeply. Parsing and checking are recursive, so depth costs stack. */
const MAX_DEPTH = 50

/** Parses input by its schema; refuses invalid input with a message per field. */
export function parseInput<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output {
  if (isDeeperThan(input, MAX_DEPTH)) refuse('validation')
  const read = v.safeParse(schema, input)
  if (!read.success) refuse('validation', { errors: errorsOf(read.issues) })
  const unstorable = unstorableFields(read.output)
  if (unstorable.length > 0) {
    refuse('validation', { errors: Object.fromEntries(unstorable.map((name) => [name, [fieldMessages.characters]])) })
  }
  return read.output
}

function isDeeperThan(input: unknown, depth: number): boolean {
  if (typeof input !== 'object' || input === null) return false
  return depth === 0 || Object.values(input).some((inner) => isDeeperThan(inner, depth - 1))
}

function errorsOf(issues: v.BaseIssue<unknown>[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? 'body'
    errors[field] ??= []
    const sentence = fieldMessages[problemOf(issue)]
    if (!errors[field].includes(sentence)) errors[field].push(sentence)
  }
  return errors
}

/** The contract's schemas name the problem in the issue's message; Valibot's own messages are mapped by their type. */
function problemOf(issue: v.BaseIssue<unknown>): ServerFieldProblem {
  if (issue.kind === 'schema') {
    return issue.path && (issue.input === undefined || issue.input === null) ? 'required' : 'invalid'
  }
  return Object.hasOwn(fieldMessages, issue.message) ? (issue.message as ServerFieldProblem) : 'invalid'
}

/** Names the fields with text that PostgreSQL cannot store: null characters and lone surrogates. */
function unstorableFields(value: unknown, field = 'body'): string[] {
  if (typeof value === 'string') return /[\0\ud800-\udfff]/u.test(value) ? [field] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableFields(inner, field === 'body' ? name : `${field}.${name}`),
  )
}

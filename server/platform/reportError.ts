import { inspect } from 'node:util'
import { log } from './log.ts'

/**
 * Logs a failure that the server survives. The one place for them, so that a deployment can forward them. Written without
 * personal data: queries carry their parameters, mail servers quote addresses, push services have a secret address.
 * `requestId` is the call in which it happened.
 */
export function reportError(what: string, error: unknown, requestId?: string): void {
  log.error({ ...(requestId !== undefined && { requestId }), error: describe(error) }, what)
}

/** Properties of errors that say what failed and never contain data of a user. */
const PROPERTIES = [
  ...['code', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'path'],
  ...['responseCode', 'statusCode', 'command'],
]

/** Name, message, the properties above, where it happened, and the same of its causes; no personal data. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return withoutAddresses(inspect(error))
  const about = PROPERTIES.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? [`${name} ${value}`] : []
  })
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const lines = [[`${error.name}: ${messageOf(error)}`, ...about].join(', '), ...frames]
  const causes = [
    ...(error.cause === undefined ? [] : [error.cause]),
    ...('errors' in error ? [error.errors].flat() : []),
  ]
  return [...lines, ...causes.map((cause) => `cause: ${describe(cause)}`)].join('\n')
}

function messageOf(error: Error): string {
  // Drizzle's message has the parameters.
  if ('params' in error && !('severity' in error)) return 'A query failed'
  return withoutAddresses(isFromDatabase(error) ? withoutValues(error.message) : error.message)
}

function isFromDatabase(error: unknown): boolean {
  return error instanceof Error && ('params' in error || 'severity' in error || isFromDatabase(error.cause))
}

/** PostgreSQL may quote a value after a colon. */
function withoutValues(message: string): string {
  return message.split('\n', 1)[0]?.replace(/: ".*$/, '') ?? ''
}

function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '(an e-mail address)')
}

/**
 * Returns a catch handler for expected failures: it ignores errors with one of these codes or names and reports all others.
 * `await rm(file).catch(ignoring('removing a draft', 'ENOENT'))`
 */
export function ignoring(what: string, ...expected: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!isExpected(error, expected)) reportError(`${what} failed`, error)
    return undefined
  }
}

function isExpected(error: unknown, expected: string[]): boolean {
  if (!(error instanceof Error)) return false
  const { code }: NodeJS.ErrnoException = error
  return expected.includes(error.name) || (code !== undefined && expected.includes(code))
}

/** Whether a file or its folder does not exist. */
export function isMissing(error: unknown): boolean {
  return isExpected(error, ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])
}

/** Logs a failure that the server survives. The one place for them, so that a deployment can forward them. */
export function reportError(what: string, error: unknown): void {
  console.error(what, isFromDatabase(error) ? describeDatabaseError(error) : error)
}

/** Errors of a query contain its parameters and rows, in properties that the console would print. */
function isFromDatabase(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return 'params' in error || 'severity' in error || isFromDatabase(error.cause)
}

/**
 * Describes an error without the personal data that a query carries: the cause's code and message without values, the
 * names of what it is about, and where it happened.
 */
function describeDatabaseError(error: Error): string {
  // Drizzle's message has the parameters; PostgreSQL's may quote one after a colon.
  const message = 'params' in error && !('severity' in error) ? 'A query failed' : withoutValues(error.message)
  const about = ['code', 'schema', 'table', 'column', 'constraint', 'routine'].flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? [`${name} ${value}`] : []
  })
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const lines = [[`${error.name}: ${message}`, ...about].join(', '), ...frames]
  if (error.cause instanceof Error) lines.push(`cause: ${describeDatabaseError(error.cause)}`)
  return lines.join('\n')
}

function withoutValues(message: string): string {
  return message.split('\n', 1)[0]?.replace(/: ".*$/, '') ?? ''
}

/**
 * Returns a catch handler for expected failures: it ignores errors with one of these codes or names and reports all others.
 * `await rm(file).catch(ignoring('removing a draft', 'ENOENT'))`
 */
export function ignoring(what: string, ...expected: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!isExpected(error, expected)) reportError(`${what} failed:`, error)
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

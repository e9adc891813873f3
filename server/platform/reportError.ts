/** Logs a failure that the server survives. The one place for them, so that a deployment can forward them. */
export function reportError(what: string, error: unknown): void {
  console.error(what, error)
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

/**
 * Parses search parameters as plain text. The router's default parses values as JSON, so a search for the film 1917
 * became a number, or `%221917%22` in the address.
 */
export function readPlainSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Omits undefined and null. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

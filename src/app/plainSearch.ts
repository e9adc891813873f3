/**
 * The address's query as people write and share it: names and plain texts. The router's own way reads values as JSON, so
 * that a search for the film 1917 became a number, or `%221917%22` in the address.
 */
export function readPlainSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** What is undefined or null is left out. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

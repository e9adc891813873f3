/**
 * The name of the error that stopped a transaction. Dexie reports `AbortError` and keeps the reason inside; a bulk write
 * lists one failure per row, and the first of them stopped the rest.
 */
export function errorName(failure: unknown): string {
  if (!isNamed(failure)) return 'unknown'
  const { inner, failures } = failure as { inner?: unknown; failures?: unknown }
  const [first]: unknown[] = Array.isArray(failures) ? failures : []
  if (first !== undefined) return errorName(first)
  if (failure.name === 'AbortError' && isNamed(inner)) return inner.name
  return isNamed(inner) && inner.name === 'QuotaExceededError' ? inner.name : failure.name
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

/** Reads from localStorage; null where the browser blocks it. */
export function readStoredItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (failure) {
    if (failure instanceof DOMException) return null
    throw failure
  }
}

/** Writes to localStorage; does nothing where the browser blocks it or the quota is exceeded. */
export function writeStoredItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure
  }
}

const UPDATE_KEY = 'parde-updated'

/** Records, across the reload that follows, that a new version was installed. */
export function storeUpdateNotice() {
  try {
    sessionStorage.setItem(UPDATE_KEY, '1')
  } catch {
    // Without session storage the update is not announced.
  }
}

/** Returns true once, on the first page of a new version. */
export function takeUpdateNotice(): boolean {
  try {
    const isNoted = sessionStorage.getItem(UPDATE_KEY) !== null
    sessionStorage.removeItem(UPDATE_KEY)
    return isNoted
  } catch {
    return false
  }
}

const UPDATE_KEY = 'parde-updated'

/** Leaves word, across the reload that follows, that a new version is here. */
export function storeUpdateNotice() {
  try {
    sessionStorage.setItem(UPDATE_KEY, '1')
  } catch {
    // Without storage the new version goes unannounced.
  }
}

/** Whether this page is a new version's first: true once. */
export function takeUpdateNotice(): boolean {
  try {
    const isNoted = sessionStorage.getItem(UPDATE_KEY) !== null
    sessionStorage.removeItem(UPDATE_KEY)
    return isNoted
  } catch {
    return false
  }
}

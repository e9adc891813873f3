const NOTE = 'parde-updated'

/** Leaves word, across the reload that follows, that a new version is here. */
export function noteUpdate() {
  try {
    sessionStorage.setItem(NOTE, '1')
  } catch {
    // Without storage the new version goes unannounced.
  }
}

/** Whether this page is a new version's first: true once. */
export function takeUpdateNote(): boolean {
  try {
    const isNoted = sessionStorage.getItem(NOTE) !== null
    sessionStorage.removeItem(NOTE)
    return isNoted
  } catch {
    return false
  }
}

/** Reads Telegram's signed launch data from the hash (`#tgWebAppData=…`). */
export function readLaunchData(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('tgWebAppData') || undefined
}

/**
 * Returns whether the page runs in a frame. Telegram's web clients embed apps in frames, where browsers partition or
 * block cookies and IndexedDB, so a session would not last.
 */
export function isFramed(): boolean {
  return window.parent !== window
}

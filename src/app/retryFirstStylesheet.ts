import { ignoring } from '#data/platform/ignoring.ts'

/**
 * Reloads the first style sheet if it failed, and again whenever the network returns, because the page is unusable
 * without it. A sheet that no longer exists is handled like a missing chunk (`missingChunk.ts`).
 */
export function retryFirstStylesheet(link: HTMLLinkElement | null): void {
  // Scripts run after the sheet has loaded or failed.
  if (!link || isLoaded(link)) return
  const retry = document.createElement('link')
  retry.rel = 'stylesheet'
  retry.href = link.href
  retry.onerror = () => {
    retry.remove()
    addEventListener('online', () => retryFirstStylesheet(link), { once: true })
    const missing = new Error(`Unable to preload CSS for ${link.href}`)
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }))
  }
  document.head.append(retry)
}

/** Some browsers expose an empty or unreadable sheet after a failure. */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch (failure) {
    ignoring('SecurityError', 'InvalidAccessError')(failure)
    return false
  }
}

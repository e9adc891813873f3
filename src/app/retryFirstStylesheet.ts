/**
 * Asks once more for the first style sheet where it did not come, and again with every return of the network: what the page
 * shows has no form without it. One that is not there is a missing part like any other (`missingPart.ts`). `link`: how the page
 * names it.
 */
export function retryFirstStylesheet(link: HTMLLinkElement | null): void {
  // By the time a script runs it has come, or will not.
  if (!link || hasCome(link)) return
  const again = document.createElement('link')
  again.rel = 'stylesheet'
  again.href = link.href
  again.onerror = () => {
    again.remove()
    addEventListener('online', () => retryFirstStylesheet(link), { once: true })
    const missing = new Error(`Unable to preload CSS for ${link.href}`)
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }))
  }
  document.head.append(again)
}

/** Where none came some browsers have a sheet all the same, which lets nobody look into it. */
function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

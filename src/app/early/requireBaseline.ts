/** A page without scripts that names the browsers the app runs in. */
const UNSUPPORTED = '/unsupported.html'

/**
 * Leads browsers below the baseline (vite.baseline.ts) to a page that says so. `MathMLElement` came with Chrome 109,
 * compression streams with Firefox 113 and Safari 16.4, look-behind with Safari 16.4.
 */
export function requireBaseline(): void {
  if (!('MathMLElement' in window && 'CompressionStream' in window && hasLookBehind())) location.replace(UNSUPPORTED)
}

function hasLookBehind(): boolean {
  try {
    return /(?<=a)b/.test('ab')
  } catch {
    // A syntax error: the browser does not know look-behind.
    return false
  }
}

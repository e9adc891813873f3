/** A page without scripts that names the browsers the app runs in. */
const UNSUPPORTED = '/unsupported.html'

/**
 * Leads browsers below the baseline (vite.baseline.ts) to a page that says so. `color-mix` came with Chrome 111, `toSorted`
 * with Firefox 115, look-behind with Safari 16.4.
 */
export function requireBaseline(): void {
  if (!('toSorted' in Array.prototype && hasLookBehind() && CSS.supports('color', 'color-mix(in srgb, red, red)')))
    location.replace(UNSUPPORTED)
}

function hasLookBehind(): boolean {
  try {
    return /(?<=a)b/.test('ab')
  } catch {
    // A syntax error: the browser does not know look-behind.
    return false
  }
}

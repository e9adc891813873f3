/** What Telegram has put into the address that it opened (`#tgWebAppData=…`): who it vouches for, as signed text. */
export function readLaunch(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('tgWebAppData') || undefined
}

/**
 * Telegram's web clients show apps in a frame, where browsers keep neither cookies nor databases of this site: nobody can
 * be signed in there for longer than a look.
 */
export function isFramed(): boolean {
  return window.parent !== window
}

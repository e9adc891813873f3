import { clock, isStillAhead } from './clock.ts'
import { localItems, sessionItems } from './webStorage.ts'

/** Chromium's install prompt; fired once per page load. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How the app can be installed: by the browser's prompt, by hand on iOS, not at all, or already installed. */
type InstallMethod = 'prompt' | 'ios' | 'none' | 'installed'

/** `parde-known` is set by the first visit and stays; `parde-first-visit` lasts as long as that visit. */
const KNOWN = 'parde-known'
const FIRST_VISIT = 'parde-first-visit'
/** When the app last offered installation, in ms. The offer is not repeated for 60 days. */
const OFFERED = 'parde-install-offered'
const OFFER_INTERVAL = 60 * 86_400_000

/** Creates the record of how one page can be installed. */
function createInstallation() {
  let prompt: InstallPrompt | undefined
  let isInstalled = false
  const listeners = new Set<() => void>()

  /** Listens for the browser's install prompt. Call at page start: the event fires early, and once. */
  function listenForInstallPrompt({ onInstalled }: { onInstalled?: () => void } = {}): void {
    noteVisit()
    addEventListener('beforeinstallprompt', (event) => {
      // Stored until the user asks for it.
      event.preventDefault()
      prompt = event as InstallPrompt
      notify()
    })
    addEventListener('appinstalled', () => {
      prompt = undefined
      isInstalled = true
      onInstalled?.()
      notify()
    })
  }

  /** Returns `none` on the first visit (docs/product.md#screens). */
  function installMethod(): InstallMethod {
    if (isInstalled || isStandalone()) return 'installed'
    if (isFirstVisit()) return 'none'
    if (prompt) return 'prompt'
    return isIos() ? 'ios' : 'none'
  }

  function watchInstallMethod(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }

  /** Shows the browser's install prompt. The browser allows this once per event. */
  async function promptInstall(): Promise<void> {
    const shownPrompt = prompt
    prompt = undefined
    if ((await shownPrompt?.prompt())?.outcome === 'accepted') isInstalled = true
    notify()
  }

  /**
   * Whether to offer installation now: possible, and not offered in the last 60 days. Records the offer when it returns
   * true.
   */
  function claimInstallOffer(): boolean {
    if (!['prompt', 'ios'].includes(installMethod())) return false
    const last = Number(localItems.get(OFFERED) ?? 0)
    if (last > 0 && isStillAhead(last + OFFER_INTERVAL, OFFER_INTERVAL)) return false
    return localItems.set(OFFERED, String(clock.now()))
  }

  function notify() {
    for (const listener of listeners) listener()
  }

  return { listenForInstallPrompt, installMethod, watchInstallMethod, promptInstall, claimInstallOffer }
}

/** The installation of this page: the browser fires the prompt once per page load. */
export const { listenForInstallPrompt, installMethod, watchInstallMethod, promptInstall, claimInstallOffer } =
  createInstallation()

/** Whether the app was opened from the home screen, without browser controls. */
export function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** iPads report themselves as a Mac, but have several touch points. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}

function noteVisit() {
  if (localItems.get(KNOWN) === null) sessionItems.set(FIRST_VISIT, '1')
  localItems.set(KNOWN, '1')
}

/** Also true without web storage, where no visit can be recorded. */
function isFirstVisit(): boolean {
  return localItems.get(KNOWN) === null || sessionItems.get(FIRST_VISIT) !== null
}

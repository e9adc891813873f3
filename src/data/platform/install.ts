import { clock, isStillAhead } from './clock.ts'

/** What Chromium offers, once in a page's life. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How the app gets onto this device's home screen: by the browser's own question, by hand, not at all, or it is there. */
export type InstallMethod = 'prompt' | 'ios' | 'none' | 'installed'

/** Set for good by the first visit, and for as long as that one lasts. */
const KNOWN = 'parde-known'
const FIRST_VISIT = 'parde-first-visit'
/** When the app was offered last, in ms; not again for so long (60 days): who does not want it has said so. */
const OFFERED = 'parde-install-offered'
const OFFER_AGAIN = 60 * 86_400_000

let prompt: InstallPrompt | undefined
let isInstalled = false
const listeners = new Set<() => void>()

/** To be called when the page starts: the browser makes its offer early, and once. */
export function listenForInstallPrompt({ onInstalled }: { onInstalled?: () => void } = {}): void {
  noteVisit()
  addEventListener('beforeinstallprompt', (event) => {
    // Kept for the moment when the person asks for it.
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

/** Nobody is asked to keep what they see for the first time (product page, section 3). */
export function installMethod(): InstallMethod {
  if (isInstalled || isStandalone()) return 'installed'
  if (isFirstVisit()) return 'none'
  if (prompt) return 'prompt'
  return isIos() ? 'ios' : 'none'
}

export function watchInstallMethod(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Has the browser ask; it does so once. */
export async function promptInstall(): Promise<void> {
  const asked = prompt
  prompt = undefined
  if ((await asked?.prompt())?.outcome === 'accepted') isInstalled = true
  notify()
}

/** Whether this is a moment to offer it, to somebody who was not asked lately; asked once, it is none. */
export function claimInstallOffer(): boolean {
  if (!['prompt', 'ios'].includes(installMethod())) return false
  try {
    const last = Number(localStorage.getItem(OFFERED) ?? 0)
    if (last > 0 && isStillAhead(last + OFFER_AGAIN, OFFER_AGAIN)) return false
    localStorage.setItem(OFFERED, String(clock.now()))
    return true
  } catch {
    return false
  }
}

function notify() {
  for (const listener of listeners) listener()
}

/** Opened from the home screen: there is no browser around it. */
export function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** A tablet says that it is a Mac, but is touched with more than one finger. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}

function noteVisit() {
  try {
    if (localStorage.getItem(KNOWN) === null) sessionStorage.setItem(FIRST_VISIT, '1')
    localStorage.setItem(KNOWN, '1')
  } catch {
    // A browser that keeps nothing keeps no app either.
  }
}

function isFirstVisit(): boolean {
  try {
    return localStorage.getItem(KNOWN) === null || sessionStorage.getItem(FIRST_VISIT) !== null
  } catch {
    return true
  }
}

import { ignoring } from './ignoring.ts'

interface Badging {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** How the Badging API refuses: not installed, in a frame, or without permission. */
const BADGE_ERRORS = ['InvalidStateError', 'SecurityError', 'NotAllowedError'] as const

/**
 * Shows the number of unread notifications on the installed app's icon. Does nothing in browsers without the Badging
 * API.
 */
export async function showAppBadge(unread: number): Promise<void> {
  const badging: Badging | undefined = (globalThis as { navigator?: Badging }).navigator
  await (unread > 0 ? badging?.setAppBadge?.(unread) : badging?.clearAppBadge?.())?.catch(ignoring(...BADGE_ERRORS))
}

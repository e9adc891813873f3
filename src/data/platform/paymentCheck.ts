import { CHECK_FOR } from '#contract/limits.ts'
import { clock, isStillAhead } from './clock.ts'

const KEY = 'check-until'

/**
 * Records that the user is leaving for the payment gateway. For 15 minutes the app checks the payment at each start and
 * focus (docs/specification.md, section 4). localStorage is written synchronously, before the page unloads.
 */
export function expectPayment() {
  try {
    storage()?.setItem(KEY, String(clock.now() + CHECK_FOR))
  } catch {
    // The gateway normally redirects back with the result; this check covers the case where it does not.
  }
}

/** Whether a payment result is still expected on this device. */
export function isPaymentCheckPending(): boolean {
  try {
    return isStillAhead(Number(storage()?.getItem(KEY)), CHECK_FOR)
  } catch {
    return false
  }
}

export function clearPaymentCheck() {
  try {
    storage()?.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

/** The part of localStorage used here; the worker has none. */
interface QuickStore {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

function storage(): QuickStore | undefined {
  return (globalThis as { localStorage?: QuickStore }).localStorage
}

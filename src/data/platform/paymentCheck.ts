import { CHECK_FOR } from '#contract/limits.ts'
import { clock, isStillAhead } from './clock.ts'
import { localItems } from './webStorage.ts'

const KEY = 'check-until'

/**
 * Records that the user is leaving for the payment gateway. For 15 minutes the app checks the payment at each start and
 * focus (docs/specification.md, section 4). localStorage is written synchronously, before the page unloads.
 */
export function expectPayment() {
  // Without storage only the gateway's redirect brings the result.
  localItems.set(KEY, String(clock.now() + CHECK_FOR))
}

/** Whether a payment result is still expected on this device. */
export function isPaymentCheckPending(): boolean {
  return isStillAhead(Number(localItems.get(KEY)), CHECK_FOR)
}

export function clearPaymentCheck() {
  localItems.remove(KEY)
}

import { CHECK_FOR } from '#contract/limits.ts'
import { clock, isStillAhead } from './clock.ts'

const KEY = 'check-until'

/**
 * Notes that somebody is on the way to the gateway: for a quarter of an hour its answer is asked for at each start and
 * focus (specification, section 4). In localStorage, which has it before the page is left.
 */
export function expectPayment() {
  try {
    storage()?.setItem(KEY, String(clock.now() + CHECK_FOR))
  } catch {
    // The gateway sends people back by itself; this is for when it does not.
  }
}

/** Whether the gateway's answer is still awaited on this device. */
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
    // Nothing was kept.
  }
}

/** As much of localStorage as is used here: the worker has none, and no name for it. */
interface QuickStore {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

function storage(): QuickStore | undefined {
  return (globalThis as { localStorage?: QuickStore }).localStorage
}

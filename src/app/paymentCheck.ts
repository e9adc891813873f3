import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { isPaymentCheckPending } from '#data/platform/paymentCheck.ts'

/**
 * Asks for the result of a payment at startup and whenever the user returns to the page, while one is awaited on this
 * device (docs/specification.md, section 4). Loads its code only then, because few starts need it.
 */
export function startPaymentCheck(onPaid: () => void) {
  let isRunning = false
  const check = async () => {
    if (isRunning || document.visibilityState !== 'visible' || !isPaymentCheckPending()) return
    isRunning = true
    try {
      const { checkPendingPayment } = await import('#data/areas/premium.ts')
      if (await checkPendingPayment()) onPaid()
    } catch (failure) {
      // The next focus asks again.
      ignoring(...EXPECTED_ERRORS)(failure)
    } finally {
      isRunning = false
    }
  }
  addEventListener('focus', check)
  addEventListener('pageshow', check)
  document.addEventListener('visibilitychange', check)
  void check()
}

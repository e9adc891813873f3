import { isPaymentCheckPending } from '#data/platform/paymentCheck.ts'

/**
 * Asks for the gateway's answer at the start and whenever the person comes back to this page, while it is awaited on this
 * device (specification, section 4). What asks is loaded only then: hardly a start needs it.
 */
export function startPaymentCheck(succeeded: () => void) {
  let asking = false
  const ask = async () => {
    if (asking || document.visibilityState !== 'visible' || !isPaymentCheckPending()) return
    asking = true
    try {
      const { checkPendingPayment } = await import('#data/areas/premium.ts')
      if (await checkPendingPayment()) succeeded()
    } catch {
      // The next focus asks again.
    } finally {
      asking = false
    }
  }
  addEventListener('focus', ask)
  addEventListener('pageshow', ask)
  document.addEventListener('visibilitychange', ask)
  void ask()
}

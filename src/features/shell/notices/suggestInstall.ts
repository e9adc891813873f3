import { ignoring } from '#data/platform/ignoring.ts'
import { claimInstallOffer, installMethod, promptInstall } from '#data/platform/install.ts'
import { isReloadHeldFor } from '#data/platform/reloadGuard.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Time on the page before the suggestion, in ms. */
const AFTER = 60_000

/**
 * Suggests once to install the app, never on the first visit or during playback. `showSteps` opens the manual steps for
 * iOS. Returns a function that cancels it.
 */
export function suggestInstall(showSteps: () => void): () => void {
  const timer = setTimeout(() => {
    if (document.visibilityState !== 'visible' || isReloadHeldFor('playback') || !claimInstallOffer()) return
    const byHand = installMethod() === 'ios'
    showSnackbar({
      text: appText.installOffer,
      action: {
        label: byHand ? appText.installHow : appText.install,
        act: byHand
          ? showSteps
          : () => void promptInstall().catch(ignoring('NotAllowedError', 'InvalidStateError', 'AbortError')),
      },
    })
  }, AFTER)
  return () => clearTimeout(timer)
}

import { claimInstallOffer, installMethod, promptInstall } from '#data/platform/install.ts'
import { isReloadHeldFor } from '#data/platform/reloadGuard.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Whoever comes back and stays for so long, in ms, may want the app on the home screen. */
const AFTER = 60_000

/**
 * Offers once to install the app: never on the first visit, nor while a film plays. `showSteps` leads to where the steps are
 * drawn that have to be taken by hand. Answers how to stop.
 */
export function suggestInstall(showSteps: () => void): () => void {
  const timer = setTimeout(() => {
    if (document.visibilityState !== 'visible' || isReloadHeldFor('playback') || !claimInstallOffer()) return
    const byHand = installMethod() === 'ios'
    showSnackbar({
      text: appText.installOffer,
      action: {
        label: byHand ? appText.installHow : appText.install,
        act: byHand ? showSteps : () => void promptInstall().catch(() => undefined),
      },
    })
  }, AFTER)
  return () => clearTimeout(timer)
}

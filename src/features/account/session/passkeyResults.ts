import type { Passkey } from '#contract/passkeys.ts'
import type { PasskeyResult } from '#data/session/passkeys.ts'
import { showFailure } from '#parts/actions/failureWords.ts'
import { failureText } from '#text/failures.ts'
import { passkeysText } from '#text/passkeys.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

const PROBLEM_TEXTS = { known: passkeysText.known, unsupported: passkeysText.unsupported, failed: failureText.default }

/** Says how the creation of a passkey ended. Says nothing to a user who closed the browser's dialog. */
export function showCreationResult(answer: PasskeyResult<Passkey>): void {
  if (answer.ok) return void showSnackbar({ text: passkeysText.created })
  if ('problem' in answer) {
    if (answer.problem === 'cancelled') return
    return void showSnackbar({ text: PROBLEM_TEXTS[answer.problem], tone: 'warning' })
  }
  showFailure(answer, passkeysText.createOffline)
}

import type { CallResult } from '#data/network/failures.ts'
import { failureText } from '#text/failures.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

type Failed = Extract<CallResult<unknown>, { ok: false }>

/** Why an online-only call failed. `offline`: the text for an unreachable server. */
export function failureWords(answer: Failed, offline: string): string {
  return answer.offline ? offline : (answer.error ?? failureText.default)
}

/** Shows why an online-only call failed. */
export function showFailure(answer: Failed, offline: string): void {
  showSnackbar({ text: failureWords(answer, offline), tone: 'warning', requestId: answer.requestId })
}

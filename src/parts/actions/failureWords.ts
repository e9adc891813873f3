import type { CallResult } from '#data/network/failures.ts'
import { failureText } from '#text/failures.ts'

/** Why an online-only call failed. `offline`: the text for an unreachable server. */
export function failureWords(answer: Extract<CallResult<unknown>, { ok: false }>, offline: string): string {
  return answer.offline ? offline : (answer.error ?? failureText.default)
}

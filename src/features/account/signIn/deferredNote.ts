import { deferredAction } from '#data/areas/deferredAction.ts'
import { deferredText } from '#text/account.ts'

/** The reason why a guest came to sign in, or undefined. `step`: the name of this screen. */
export function deferredNote(step: string): string | undefined {
  const action = deferredAction()
  return action && deferredText[action.kind](action.name, step)
}

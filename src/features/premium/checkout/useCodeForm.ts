import { useRef, useState } from 'react'
import type { Subscription } from '#contract/account.ts'
import type { JoinKind } from '#contract/premium.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { joinText } from '#text/premium.ts'
import { useCheckout } from './useCheckout.ts'
import { useCodeDraft } from './useCodeDraft.ts'

/** When it begins unless the person says so. */
const FIRST: JoinKind = 'reserve'

/**
 * What a form about a code holds: the code as it is typed, from when on it is to count for whoever has a subscription
 * already, and how its sending goes. `onWrite`: what was said of the code before does not hold any more.
 */
export function useCodeForm(
  draft: string,
  { current, words, onWrite }: { current: Subscription | undefined; words: { offline: string }; onWrite?: () => void },
) {
  const { code = '', write, forget } = useCodeDraft(draft)
  const [chosen, setChosen] = useState<JoinKind>(FIRST)
  const input = useRef<HTMLInputElement>(null)
  const { sending, errors, setErrors, send } = useCheckout(words, input)
  const kind: JoinKind = current ? chosen : 'join'
  // The choice is about money: it must not turn into the other one behind anybody's back. Nor must what is sent have no answer.
  useReloadGuard(sending || (current !== undefined && chosen !== FIRST) ? 'task' : undefined)
  return {
    code,
    forget,
    kind,
    sending,
    errors,
    setErrors,
    send,
    focus: () => input.current?.focus(),
    /** For the choice of when; nothing where there is none. */
    when: current && { current, kind, onChange: setChosen },
    /** For the code's `TextInput`. */
    field: {
      name: 'code',
      hint: joinText.codeHint,
      error: errors.code,
      value: code,
      inputRef: input,
      ltr: true,
      autoComplete: 'off',
      enterKeyHint: 'go',
      onChange(event: { target: { value: string } }) {
        write(event.target.value)
        onWrite?.()
        setErrors({})
      },
    } as const,
  }
}

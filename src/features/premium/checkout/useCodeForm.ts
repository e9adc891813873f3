import { useRef, useState } from 'react'
import type { Subscription } from '#contract/account.ts'
import type { JoinKind } from '#contract/premium.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { joinText } from '#text/premium.ts'
import { useCheckout } from './useCheckout.ts'
import { useCodeDraft } from './useCodeDraft.ts'

/** Default start of a new plan. */
const DEFAULT_START: JoinKind = 'reserve'

/** State of a code form: the code, the start date for current subscribers and the submission. */
export function useCodeForm(
  draft: string,
  { current, texts }: { current: Subscription | undefined; texts: { offline: string } },
) {
  const { code, write, forget } = useCodeDraft(draft)
  const [chosen, setChosen] = useState<JoinKind>(DEFAULT_START)
  const input = useRef<HTMLInputElement>(null)
  const { sending, errors, setErrors, send } = useCheckout(texts, input)
  const kind: JoinKind = current ? chosen : 'join'
  // A reload would reset the chosen start date, which affects the price, or lose the answer to a pending order.
  useReloadGuard(sending || (current !== undefined && chosen !== DEFAULT_START) ? 'task' : undefined)
  return {
    code: code ?? '',
    /** the stored draft has been read */
    isLoaded: code !== undefined,
    forget,
    kind,
    sending,
    errors,
    setErrors,
    send,
    focus: () => input.current?.focus(),
    /** props of the start choice; undefined without a subscription */
    when: current && { current, kind, onChange: setChosen },
    /** props of the code's `TextInput` */
    field: {
      name: 'code',
      hint: joinText.codeHint,
      error: errors.code,
      value: code ?? '',
      inputRef: input,
      ltr: true,
      autoComplete: 'off',
      enterKeyHint: 'go',
      onChange(event: { target: { value: string } }) {
        write(event.target.value)
        setErrors({})
      },
    } as const,
  }
}

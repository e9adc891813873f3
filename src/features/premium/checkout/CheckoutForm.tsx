import type { ReactNode } from 'react'
import { useReachable } from '#data/react/readHooks.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { Themed } from '#ui/theme/Themed.tsx'
import type { CheckoutErrors } from './useCheckout.ts'

/** Form for a plan or a gift code: errors above, the offline notice and the submit button below. */
export function CheckoutForm({
  className,
  errors: { alert, requestId },
  needsNetwork,
  submit,
  busy,
  onSubmit,
  footer,
  children,
}: {
  className: string | undefined
  errors: CheckoutErrors
  needsNetwork: string
  /** label of the submit button */
  submit: string
  /** its label while submitting */
  busy: string | undefined
  onSubmit: () => Promise<void>
  footer?: ReactNode
  children: ReactNode
}) {
  const reachable = useReachable()
  return (
    <Themed>
      <form
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {alert !== undefined && <FormAlert requestId={requestId}>{alert}</FormAlert>}
        {children}
        {!reachable && <FormAlert tone="notice">{needsNetwork}</FormAlert>}
        <Button look="solid" wide type="submit" busy={busy}>
          {submit}
        </Button>
        {footer}
      </form>
    </Themed>
  )
}

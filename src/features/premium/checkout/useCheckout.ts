import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Joined } from '#contract/premium.ts'
import { orderPremium, type PremiumOrder } from '#data/areas/premium.ts'
import type { CallResult } from '#data/network/failures.ts'
import { reportError } from '#data/platform/reportError.ts'
import { failureText } from '#text/failures.ts'

/** Errors of the code field or of the whole form. */
export interface CheckoutErrors {
  code?: string | undefined
  alert?: string | undefined
  /** Id under which the server logged its failure, if the server failed. */
  requestId?: string | undefined
}

/**
 * Orders a plan or a gift; repeated submits send one order. Redirects to the gateway when a payment is due; the user
 * may return with the browser's back button. An invalid code focuses its `field`.
 */
export function useCheckout({ offline }: { offline: string }, field: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<CheckoutErrors>({})
  const isSent = useRef(false)

  function ready() {
    isSent.current = false
    setSending(false)
  }

  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isSent.current = false
      setSending(false)
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  useEffect(() => {
    if (errors.code !== undefined) field.current?.focus()
  }, [errors, field])

  /** Returns the new subscription when no payment was due. */
  async function send(order: PremiumOrder): Promise<Extract<Joined, { subscription: unknown }> | undefined> {
    if (isSent.current) return undefined
    isSent.current = true
    setSending(true)
    setErrors({})
    try {
      const answered = await orderPremium(order)
      if (!answered.ok) {
        setErrors(errorsOf(answered, offline))
        ready()
        return undefined
      }
      if ('paymentUrl' in answered.data) {
        window.location.assign(answered.data.paymentUrl)
        return undefined
      }
      await client.invalidateQueries({ queryKey: ['payment'] })
      ready()
      return answered.data
    } catch (failure) {
      reportError(failure)
      setErrors({ alert: failureText.default })
      ready()
      return undefined
    }
  }

  return { sending, errors, setErrors, send }
}

/** Maps the server's messages to the form's fields. */
export function errorsOf(answered: Extract<CallResult<unknown>, { ok: false }>, offline: string): CheckoutErrors {
  if (answered.offline) return { alert: offline }
  const { code, ...others } = answered.fields
  const rest = Object.values(others).flat().join(' ')
  if (code?.[0] !== undefined) return { code: code[0], alert: rest === '' ? undefined : rest }
  return { alert: rest === '' ? (answered.error ?? failureText.default) : rest, requestId: answered.requestId }
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Subscription } from '#contract/account.ts'
import type { Plan, Quote } from '#contract/premium.ts'
import { quote as askQuote } from '#data/areas/premium.ts'
import { joinText } from '#text/premium.ts'
import { Button } from '#ui/controls/Button.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import styles from './JoinScreen.module.css'
import { OrderSummary } from './OrderSummary.tsx'
import { parseCode } from './readCode.ts'
import { StartChoice } from './StartChoice.tsx'
import { errorsOf } from './useCheckout.ts'
import { useCodeForm } from './useCodeForm.ts'

/** Buys a plan: start date, discount code and redirect to the gateway. Repeated submits send one order. */
export function JoinForm({ plan, current }: { plan: Plan; current: Subscription | undefined }) {
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<{ code: string; quote: Quote }>()
  const [checking, setChecking] = useState(false)
  const form = useCodeForm(`join-code ${plan.id}`, { current, texts: joinText })
  const { kind, errors, setErrors } = form
  const typed = parseCode(form.code)
  const quote = typed.ok && answer !== undefined && answer.code === typed.code ? answer.quote : undefined
  const amount = quote?.amount ?? plan.price
  // A code changes the price, so no order is sent before its price is shown.
  const isUnpriced = quote === undefined && form.code.trim() !== ''

  const priceRestored = useEffectEvent(() => {
    if (isUnpriced) void check({ isRestored: true })
  })
  useEffect(() => {
    if (form.isLoaded) priceRestored()
  }, [form.isLoaded])

  /** Asks for the price with the typed code. A restored code is checked silently while offline. */
  async function check({ isRestored = false } = {}) {
    if (!typed.ok) return setErrors({ code: typed.error })
    const { code } = typed
    if (code === null || checking) return form.focus()
    setChecking(true)
    setErrors({})
    const answered = await askQuote(plan.id, code).finally(() => setChecking(false))
    if (answered.ok) setAnswer({ code, quote: answered.data })
    else if (!(isRestored && answered.offline)) setErrors(errorsOf(answered, joinText.offline))
  }

  async function submit() {
    if (!typed.ok || isUnpriced) return check()
    const joined = await form.send({ kind, planId: plan.id, code: typed.code })
    if (!joined) return
    form.forget()
    await navigate({ to: '/successful-payment' })
  }

  return (
    <div className={styles.columns}>
      <OrderSummary plan={plan} quote={quote} current={current} kind={kind} />
      <CheckoutForm
        className={styles.form}
        errors={errors}
        needsNetwork={joinText.needsNetwork}
        submit={isUnpriced ? joinText.applyCode : amount === 0 ? joinText.activate : joinText.pay(amount)}
        busy={form.sending ? joinText.leaving : undefined}
        onSubmit={submit}
        footer={<p className={styles.secure}>{joinText.secure}</p>}
      >
        {form.when && <StartChoice {...form.when} />}
        <div className={styles.code}>
          <TextInput {...form.field} label={joinText.code} optional />
          <Button busy={checking ? joinText.checking : undefined} onClick={() => void check()}>
            {joinText.check}
          </Button>
          <p role="status">{quote && joinText.taken(quote.discount)}</p>
        </div>
      </CheckoutForm>
    </div>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { Subscription } from '#contract/account.ts'
import type { JoinKind, Plan, Quote } from '#contract/premium.ts'
import { useReachable } from '#data/hooks.ts'
import { quote as askQuote } from '#data/premium.ts'
import { joinText } from '#text/premium.ts'
import { Button } from '#ui/Button.tsx'
import { FormAlert } from '#ui/FormAlert.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { Themed } from '#ui/Themed.tsx'
import styles from './JoinScreen.module.css'
import { OrderSummary } from './OrderSummary.tsx'
import { readCode } from './readCode.ts'
import { useCodeDraft } from './useCodeDraft.ts'
import { errorsOf, useEntering } from './useEntering.ts'
import { WhenChoice } from './WhenChoice.tsx'

/** Buys a plan: when it begins, a code, and on to the gateway. Sent once, however often it is submitted. */
export function JoinForm({ plan, current }: { plan: Plan; current: Subscription | undefined }) {
  const navigate = useNavigate()
  const reachable = useReachable()
  const { code = '', write, forget } = useCodeDraft('join-code')
  const [chosen, setChosen] = useState<JoinKind>()
  const [quote, setQuote] = useState<Quote>()
  const [checking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { sending, errors, setErrors, send } = useEntering(joinText, input)
  const kind = current ? (chosen ?? 'reserve') : 'join'
  const amount = quote?.amount ?? plan.price

  async function check() {
    const read = readCode(code)
    if (!read.ok) return setErrors({ code: read.error })
    if (read.code === null || checking) return input.current?.focus()
    setChecking(true)
    setErrors({})
    const answered = await askQuote(plan.id, read.code).finally(() => setChecking(false))
    if (answered.ok) setQuote(answered.data)
    else setErrors(errorsOf(answered, joinText.offline))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readCode(code)
    if (!read.ok) return setErrors({ code: read.error })
    const joined = await send({ kind, planId: plan.id, code: read.code })
    if (!joined) return
    forget()
    await navigate({ to: '/successful-payment' })
  }

  return (
    <div className={styles.columns}>
      <OrderSummary plan={plan} quote={quote} current={current} kind={kind} />
      <Themed>
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          {errors.alert !== undefined && <FormAlert>{errors.alert}</FormAlert>}
          {current && <WhenChoice current={current} kind={kind} onChange={setChosen} />}
          <div className={styles.code}>
            <TextInput
              name="code"
              label={joinText.code}
              hint={joinText.codeHint}
              error={errors.code}
              value={code}
              inputRef={input}
              optional
              ltr
              autoComplete="off"
              enterKeyHint="go"
              onChange={(event) => {
                write(event.target.value)
                setQuote(undefined)
                setErrors({})
              }}
            />
            <Button busy={checking ? joinText.checking : undefined} onClick={() => void check()}>
              {joinText.check}
            </Button>
            <p role="status">{quote && joinText.taken(quote.discount)}</p>
          </div>
          {!reachable && <FormAlert tone="notice">{joinText.needsNetwork}</FormAlert>}
          <Button look="solid" wide type="submit" busy={sending ? joinText.leaving : undefined}>
            {amount === 0 ? joinText.activate : joinText.pay(amount)}
          </Button>
          <p className={styles.secure}>{joinText.secure}</p>
        </form>
      </Themed>
    </div>
  )
}

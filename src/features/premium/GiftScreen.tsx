import { type FormEvent, useRef, useState } from 'react'
import type { JoinKind, Receipt } from '#contract/premium.ts'
import { useReachable } from '#data/hooks.ts'
import { codeProblemText, giftText, joinText } from '#text/premium.ts'
import { Button } from '#ui/Button.tsx'
import { FormAlert } from '#ui/FormAlert.tsx'
import { GuestDrawing } from '#ui/illustrations.tsx'
import { Page } from '#ui/Page.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { Themed } from '#ui/Themed.tsx'
import { Given } from './Given.tsx'
import styles from './PaidScreen.module.css'
import { readCode } from './readCode.ts'
import { useSubscription } from './subscription.ts'
import { useCodeDraft } from './useCodeDraft.ts'
import { useEntering } from './useEntering.ts'
import { WhenChoice } from './WhenChoice.tsx'

/** Redeems a gift code. */
export function GiftScreen() {
  const [receipt, setReceipt] = useState<Receipt>()
  return (
    <Page title={giftText.title} heading={null} unlisted narrow>
      {receipt ? (
        <Given
          receipt={receipt}
          more={
            <Button wide onClick={() => setReceipt(undefined)}>
              {giftText.another}
            </Button>
          }
        />
      ) : (
        <div className={styles.paid}>
          <header className={styles.head}>
            <GuestDrawing />
            <h1 tabIndex={-1}>{giftText.title}</h1>
            <p>{giftText.intro}</p>
          </header>
          <GiftForm onGiven={setReceipt} />
        </div>
      )}
    </Page>
  )
}

function GiftForm({ onGiven }: { onGiven: (receipt: Receipt) => void }) {
  const reachable = useReachable()
  const { subscription } = useSubscription()
  const { code = '', write, forget } = useCodeDraft('gift-code')
  const [chosen, setChosen] = useState<JoinKind>()
  const input = useRef<HTMLInputElement>(null)
  const { sending, errors, setErrors, send } = useEntering(giftText, input)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readCode(code)
    const wrong = read.ok ? (read.code === null ? codeProblemText.required : undefined) : read.error
    if (!read.ok || wrong !== undefined) {
      return setErrors({ code: wrong })
    }
    const kind = subscription ? (chosen ?? 'reserve') : 'join'
    const given = await send({ kind, planId: null, code: read.code })
    if (!given) return
    forget()
    if (given.receipt) onGiven(given.receipt)
  }

  return (
    <Themed>
      <form className={styles.paid} noValidate onSubmit={(event) => void submit(event)}>
        {errors.alert !== undefined && <FormAlert>{errors.alert}</FormAlert>}
        <TextInput
          name="code"
          label={giftText.code}
          hint={joinText.codeHint}
          error={errors.code}
          value={code}
          inputRef={input}
          ltr
          autoComplete="off"
          enterKeyHint="go"
          onChange={(event) => {
            write(event.target.value)
            setErrors({})
          }}
        />
        {subscription && <WhenChoice current={subscription} kind={chosen ?? 'reserve'} onChange={setChosen} />}
        {!reachable && <FormAlert tone="notice">{giftText.needsNetwork}</FormAlert>}
        <Button look="solid" wide type="submit" busy={sending ? giftText.sending : undefined}>
          {giftText.submit}
        </Button>
      </form>
    </Themed>
  )
}

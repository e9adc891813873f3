import { useState } from 'react'
import type { Receipt } from '#contract/premium.ts'
import styles from '#features/premium/receipts/PaidScreen.module.css'
import { ReceiptView } from '#features/premium/receipts/ReceiptView.tsx'
import { useSubscription } from '#features/premium/subscription.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { codeProblemText, giftText } from '#text/premium.ts'
import { Button } from '#ui/controls/Button.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { parseCode } from './readCode.ts'
import { StartChoice } from './StartChoice.tsx'
import { useCodeForm } from './useCodeForm.ts'

/** Redeems a gift code. */
export function GiftScreen() {
  const [receipt, setReceipt] = useState<Receipt>()
  useReloadGuard(receipt && 'task')
  return (
    <Page title={giftText.title} heading={null} unlisted narrow>
      {receipt ? (
        <ReceiptView
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
  const { subscription } = useSubscription()
  const form = useCodeForm('gift-code', { current: subscription, texts: giftText })

  async function submit() {
    const read = parseCode(form.code)
    if (!read.ok) return form.setErrors({ code: read.error })
    if (read.code === null) return form.setErrors({ code: codeProblemText.required })
    const given = await form.send({ kind: form.kind, planId: null, code: read.code })
    if (!given) return
    form.forget()
    if (given.receipt) onGiven(given.receipt)
  }

  return (
    <CheckoutForm
      className={styles.paid}
      errors={form.errors}
      needsNetwork={giftText.needsNetwork}
      submit={giftText.submit}
      busy={form.sending ? giftText.sending : undefined}
      onSubmit={submit}
    >
      <TextInput {...form.field} label={giftText.code} />
      {form.when && <StartChoice {...form.when} />}
    </CheckoutForm>
  )
}

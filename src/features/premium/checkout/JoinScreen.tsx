import { Link, notFound } from '@tanstack/react-router'
import { plan } from '#data/areas/premium.ts'
import { useRead } from '#data/react/readHooks.ts'
import type { PaymentOutcome } from '#features/premium/address.ts'
import { GuestNote } from '#features/premium/plans/GuestNote.tsx'
import { useSubscription } from '#features/premium/subscription.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { joinText } from '#text/premium.ts'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { JoinForm } from './JoinForm.tsx'
import styles from './JoinScreen.module.css'
import { OrderSummary } from './OrderSummary.tsx'

/** Buys a plan. `came`: the payment outcome after a return from the gateway. */
export function JoinScreen({ id, came }: { id: number; came: PaymentOutcome | undefined }) {
  const view = useRead(plan(id))
  const { session, subscription } = useSubscription()
  if (view.state === 'missing') throw notFound()
  const isHeadless = view.state === 'unseen' || view.state === 'failed'
  const skeleton = <Skeleton blockSize={360} radius="var(--radius-l)" />
  return (
    <Page
      title={view.state === 'ready' ? joinText.title(view.data.name) : joinText.unnamed}
      unlisted
      {...(isHeadless ? { heading: null } : {})}
    >
      {came !== undefined && <CameBack came={came} />}
      <ReadView view={view} skeleton={skeleton} heading={isHeadless ? 'h1' : 'p'}>
        {(chosen) => {
          if (session.state === 'unknown') return skeleton
          if (session.state === 'member') return <JoinForm plan={chosen} current={subscription} />
          return (
            <div className={styles.columns}>
              <OrderSummary plan={chosen} current={undefined} kind="join" />
              <GuestNote href={`/premium/join/${id}`} />
            </div>
          )
        }}
      </ReadView>
    </Page>
  )
}

const TONES = { cancelled: 'warning', expired: 'warning', mismatched: 'error', pending: 'notice' } as const

function CameBack({ came }: { came: PaymentOutcome }) {
  return (
    <div className={styles.came}>
      <FormAlert tone={TONES[came]}>
        {joinText.came[came]}{' '}
        {came === 'pending' && (
          <Link to="/successful-payment" className={styles.result}>
            {joinText.result}
          </Link>
        )}
      </FormAlert>
    </div>
  )
}

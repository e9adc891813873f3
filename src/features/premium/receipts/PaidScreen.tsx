import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { checkPayment, lastPayment } from '#data/areas/premium.ts'
import { useRead, useSession } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { receiptText } from '#text/premium.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './PaidScreen.module.css'
import { ReceiptView } from './ReceiptView.tsx'

/** Outcome of the latest payment: the receipt with the new expiry, or that the payment is still pending. */
export function PaidScreen() {
  const session = useSession()
  return (
    <Page title={receiptText.title} heading={null} unlisted narrow>
      {session.state === 'member' ? <LastPayment userId={session.user.id} /> : <ReceiptSkeleton />}
    </Page>
  )
}

function LastPayment({ userId }: { userId: number }) {
  const view = useRead(lastPayment(userId))
  // The cached status may be older than the payment, so the screen waits for the server's answer unless offline.
  const isOld = view.state === 'ready' && view.data.status !== 'success' && view.refreshing && !view.offline
  if (isOld) return <ReceiptSkeleton />
  return (
    <ReadView view={view} skeleton={<ReceiptSkeleton />} heading="h1">
      {({ status, receipt }, age) => {
        if (status === 'success' && receipt)
          return <ReceiptView receipt={receipt} age={age} more={<MySubscription />} />
        return status === 'pending' ? <Pending /> : <NothingPaid />
      }}
    </ReadView>
  )
}

function MySubscription() {
  return (
    <Link to="/gopremium" className={buttonClass('quiet', { wide: true })}>
      {receiptText.mine}
    </Link>
  )
}

function Pending() {
  const client = useQueryClient()
  const [checking, setChecking] = useState(false)
  async function recheck() {
    setChecking(true)
    await checkPayment().finally(() => setChecking(false))
    await client.invalidateQueries({ queryKey: ['payment'] })
  }
  return (
    <EmptyState
      drawing={<GuestDrawing />}
      title={receiptText.pending}
      heading="h1"
      announce
      actions={
        <Button look="solid" busy={checking ? receiptText.checking : undefined} onClick={() => void recheck()}>
          {receiptText.recheck}
        </Button>
      }
    >
      {receiptText.pendingNote}
    </EmptyState>
  )
}

function NothingPaid() {
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={receiptText.failed}
      heading="h1"
      announce
      actions={
        <Link to="/premium/plans" className={buttonClass('quiet')}>
          {receiptText.plans}
        </Link>
      }
    >
      {receiptText.failedNote}
    </EmptyState>
  )
}

function ReceiptSkeleton() {
  return (
    <div role="status" aria-label={receiptText.loading} className={styles.paid}>
      <Skeleton blockSize={150} />
      <Skeleton blockSize={340} radius="var(--radius-l)" />
    </div>
  )
}

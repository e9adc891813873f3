import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Receipt } from '#contract/premium.ts'
import { clock } from '#data/platform/clock.ts'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { receiptText } from '#text/premium.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { GuestDrawing } from '#ui/feedback/illustrations.tsx'
import styles from './PaidScreen.module.css'
import { ReceiptTicket } from './ReceiptTicket.tsx'

/**
 * Confirms a purchase or a gift: expiry, receipt and links. Takes the focus, because it appears while the user is
 * waiting.
 */
export function ReceiptView({ receipt, age, more }: { receipt: Receipt; age?: string | undefined; more: ReactNode }) {
  const { startsAt, endsAt, amount } = receipt
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isAhead = Date.parse(startsAt) > clock.now()
  return (
    <div className={styles.paid}>
      <header className={styles.head}>
        <GuestDrawing />
        <h1 tabIndex={-1} ref={heading}>
          {amount === 0 ? receiptText.gift : receiptText.title}
        </h1>
        <p>{receiptText.thanks}</p>
        <p className={styles.until}>{isAhead ? receiptText.starts(startsAt, endsAt) : receiptText.until(endsAt)}</p>
      </header>
      {age !== undefined && <ResultSummary text={age} />}
      <ReceiptTicket receipt={receipt} />
      <div className={styles.actions}>
        <Link to="/" className={buttonClass('solid', { wide: true })}>
          {receiptText.home}
        </Link>
        {more}
      </div>
    </div>
  )
}

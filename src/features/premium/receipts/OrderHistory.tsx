import { Link } from '@tanstack/react-router'
import type { PastOrder } from '#contract/premium.ts'
import { pastOrders } from '#data/areas/premium.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { formatDate } from '#text/format.ts'
import { ordersText, premiumText, toman } from '#text/premium.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './OrderHistory.module.css'
import { ReceiptTicket } from './ReceiptTicket.tsx'

/** The user's orders, newest first. A paid one opens its receipt; offline as this device last saw them. */
export function OrderHistory({ userId }: { userId: number }) {
  const view = useRead(pastOrders(userId))
  return (
    <section id="orders" className={styles.orders} aria-labelledby="orders-title">
      <h2 id="orders-title" className={styles.title}>
        {ordersText.title}
      </h2>
      <ReadView
        view={view}
        skeleton={
          <div role="status" aria-label={ordersText.loading}>
            <Skeleton blockSize={120} radius="var(--radius-l)" />
          </div>
        }
      >
        {(orders, age) => (
          <>
            {age !== undefined && <ResultSummary text={age} />}
            {orders.length === 0 && <p className={styles.none}>{ordersText.none}</p>}
            <ul className={styles.list}>
              {orders.map((order) => (
                <li key={order.id}>
                  <Order order={order} />
                </li>
              ))}
            </ul>
          </>
        )}
      </ReadView>
    </section>
  )
}

function Order({ order }: { order: PastOrder }) {
  const { receipt, state } = order
  if (receipt)
    return (
      <details className={styles.order}>
        <summary className={styles.line}>
          <OrderLine order={order} />
        </summary>
        <ReceiptTicket receipt={receipt} />
      </details>
    )
  return (
    <div className={styles.order}>
      <div className={styles.line}>
        <OrderLine order={order} />
      </div>
      {state === 'pending' && (
        <Link to="/successful-payment" className={styles.link}>
          {ordersText.result}
        </Link>
      )}
      {state === 'mismatched' && (
        <Link to="/contact" className={styles.link}>
          {ordersText.contact}
        </Link>
      )}
    </div>
  )
}

function OrderLine({ order: { planName, amount, state, createdAt, receipt } }: { order: PastOrder }) {
  const shownState = receipt?.refundedAt ? 'refunded' : state
  return (
    <>
      <span className={styles.name}>{premiumText.plan(planName)}</span>
      <span className={styles.amount}>{state === 'paid' && amount === 0 ? ordersText.gift : toman(amount)}</span>
      <time className={styles.when} dateTime={createdAt}>
        {formatDate(createdAt)}
      </time>
      <span className={`${styles.state} ${shownState === 'paid' ? styles.paid : ''}`}>
        {ordersText.state[shownState]}
      </span>
    </>
  )
}

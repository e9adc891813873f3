import type { Subscription } from '#contract/account.ts'
import type { JoinKind, Plan, Quote } from '#contract/premium.ts'
import { Ticket, TicketLine } from '#features/premium/receipts/Ticket.tsx'
import { joinText, premiumText, toman } from '#text/premium.ts'

/** The order and its price, with the discount code applied. */
export function OrderSummary({
  plan: { name, days, price },
  quote,
  current,
  kind,
}: {
  plan: Plan
  quote?: Quote | undefined
  current: Subscription | undefined
  kind: JoinKind
}) {
  const isReserved = kind === 'reserve' && current !== undefined
  const starts = isReserved
    ? current.reserved > 0
      ? joinText.afterCurrent
      : joinText.on(current.endsAt)
    : joinText.atOnce
  return (
    <Ticket
      label={joinText.summary}
      title={premiumText.plan(name)}
      footer={
        <TicketLine term={joinText.total} strong>
          {toman(quote?.amount ?? price)}
        </TicketLine>
      }
    >
      <TicketLine term={joinText.length}>{premiumText.days(days)}</TicketLine>
      <TicketLine term={joinText.from}>{starts}</TicketLine>
      <TicketLine term={joinText.price}>{toman(quote?.price ?? price)}</TicketLine>
      {quote !== undefined && quote.discount > 0 && (
        <TicketLine term={joinText.discount} gain>
          {joinText.less(quote.discount)}
        </TicketLine>
      )}
    </Ticket>
  )
}

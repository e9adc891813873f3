import type { Receipt } from '#contract/premium.ts'
import { formatDate } from '#text/format.ts'
import { joinText, premiumText, receiptText, toman } from '#text/premium.ts'
import { Ticket, TicketLine } from './Ticket.tsx'

/** The receipt of a purchase or a gift. */
export function ReceiptTicket({ receipt }: { receipt: Receipt }) {
  const { id, planName, days, price, discount, amount, tracking, paidAt, startsAt, endsAt, refundedAt } = receipt
  return (
    <Ticket
      label={receiptText.receipt}
      title={premiumText.plan(planName)}
      footer={
        <>
          <TicketLine term={receiptText.amount} strong>
            {amount === 0 ? receiptText.free : toman(amount)}
          </TicketLine>
          {refundedAt !== null && <TicketLine term={receiptText.refundedAt}>{formatDate(refundedAt)}</TicketLine>}
        </>
      }
    >
      <TicketLine term={receiptText.order}>{receiptText.number(id)}</TicketLine>
      {tracking !== null && (
        <TicketLine term={receiptText.tracking}>
          <bdi dir="ltr">{receiptText.number(tracking)}</bdi>
        </TicketLine>
      )}
      <TicketLine term={receiptText.paidAt}>{formatDate(paidAt)}</TicketLine>
      <TicketLine term={joinText.length}>{premiumText.days(days)}</TicketLine>
      <TicketLine term={joinText.from}>{formatDate(startsAt)}</TicketLine>
      <TicketLine term={joinText.until}>{formatDate(endsAt)}</TicketLine>
      {discount > 0 && (
        <>
          <TicketLine term={receiptText.price}>{toman(price)}</TicketLine>
          <TicketLine term={receiptText.discount} gain>
            {joinText.less(discount)}
          </TicketLine>
        </>
      )}
    </Ticket>
  )
}

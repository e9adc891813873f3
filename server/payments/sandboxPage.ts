import { html } from 'hono/html'
import { sandboxWords as words } from '#server/text/messages.ts'
import { PAGE_STYLE, paymentPage } from './paymentPage.ts'
import { SANDBOX_ACTS, type SandboxPayment, type SandboxState } from './sandbox.ts'

/** Allows only this page's style and form; no scripts, no framing. */
export const SANDBOX_POLICY = [
  "default-src 'none'",
  `style-src ${PAGE_STYLE}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The result is shown for this long before the user is sent back, in seconds. */
const REDIRECT_DELAY = 1

/** The page where the user pays, or that shows the result and returns. */
export function sandboxPage(payment: SandboxPayment, state: SandboxState): string {
  const { amount, order, description, returnUrl, paidAt } = payment
  const isOpen = state === 'pending' && paidAt === null
  return paymentPage(
    words,
    html`<dl>
      <dt>${words.shop}</dt><dd>${words.shopName}</dd>
      <dt>${words.for}</dt><dd>${description}</dd>
      <dt>${words.order}</dt><dd>${words.number(order)}</dd>
      <dt>${words.amount}</dt><dd class="amount">${words.toman(amount)}</dd>
    </dl>
    ${isOpen ? choice() : done(state, returnUrl)}`,
    isOpen ? '' : html`<meta http-equiv="refresh" content="${REDIRECT_DELAY}; url=${returnUrl}">`,
  )
}

/** The page for an unknown payment. */
export function missingPage(): string {
  return paymentPage(words, html`<div class="done"><p class="state">${words.missing}</p></div>`)
}

function choice() {
  return html`<form method="post">
    ${SANDBOX_ACTS.map((act) => html`<button name="act" value="${act}">${words.acts[act]}</button>`)}
    <p class="note">${words.laterNote}</p>
  </form>`
}

function done(state: SandboxState, returnUrl: string) {
  return html`<div class="done" role="status">
    <p class="state">${words.states[state]}</p>
    <a href="${returnUrl}">${words.back}</a>
    <p class="note">${words.returning}</p>
  </div>`
}

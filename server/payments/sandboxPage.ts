import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { sandboxWords as words } from '#server/text/messages.ts'
import type { PaymentStatus } from './gateway.ts'
import { SANDBOX_ACTS, type SandboxPayment } from './sandbox.ts'

type State = PaymentStatus['state']

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { min-block-size: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #0b0e0f;
  color: rgb(255 255 255 / .92); font: 400 16px/1.8 Estedad, Vazirmatn, "Segoe UI", Tahoma, system-ui, sans-serif }
main { inline-size: min(26rem, 100%); overflow: hidden; border: 1px solid rgb(255 255 255 / .08); border-radius: 16px; background: #12171a }
header { padding: 24px 24px 20px; border-block-end: 2px dashed rgb(255 255 255 / .12) }
h1 { font-size: 20px; line-height: 1.35 }
p { margin-block-start: 8px; color: rgb(255 255 255 / .64); font-size: 14px }
dl { display: grid; grid-template-columns: auto 1fr; gap: 10px 16px; padding: 20px 24px; font-size: 14px }
dt { white-space: nowrap; color: rgb(255 255 255 / .64) }
dd { text-align: end; font-weight: 500 }
.amount { font-size: 22px; white-space: nowrap; font-weight: 700; line-height: 1.35; color: #6fd8c8 }
form, .done { display: grid; gap: 10px; padding: 4px 24px 24px }
button, a { display: grid; place-items: center; min-block-size: 48px; padding: 8px 20px; border: 1px solid rgb(255 255 255 / .12);
  border-radius: 10px; background: #1a2022; color: inherit; font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
button[value=pay], a { border-color: transparent; background: #2bb5a0; color: #03110e; font-weight: 700 }
button[value=cancel] { background: none }
button:hover, a:hover { filter: brightness(1.12) }
:focus-visible { outline: 2px solid #6fd8c8; outline-offset: 2px }
.note { margin: 0; font-size: 12px }
.state { margin: 0 0 4px; color: inherit; font-size: 16px; font-weight: 700 }
`

/** Allows only this page's style and form; no scripts, no framing. */
export const SANDBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The result is shown for this long before the user is sent back, in seconds. */
const REDIRECT_DELAY = 1

/** The page where the user pays, or that shows the result and returns. */
export function sandboxPage(payment: SandboxPayment, state: State): string {
  const { amount, order, description, returnUrl, paidAt } = payment
  const isOpen = state === 'pending' && paidAt === null
  return page(
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
  return page(html`<div class="done"><p class="state">${words.missing}</p></div>`)
}

function choice() {
  return html`<form method="post">
    ${SANDBOX_ACTS.map((act) => html`<button name="act" value="${act}">${words.acts[act]}</button>`)}
    <p class="note">${words.laterNote}</p>
  </form>`
}

function done(state: State, returnUrl: string) {
  return html`<div class="done" role="status">
    <p class="state">${words.states[state]}</p>
    <a href="${returnUrl}">${words.back}</a>
    <p class="note">${words.returning}</p>
  </div>`
}

type Markup = ReturnType<typeof html> | string

function page(body: Markup, head: Markup = ''): string {
  return String(html`<!doctype html>
<html lang="fa" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title}</title>
${head}
<style>${raw(STYLE)}</style>
</head>
<body><main><header><h1>${words.title}</h1><p>${words.note}</p></header>${body}</main></body>
</html>`)
}

import { html, raw } from 'hono/html'
import type { PaymentForm } from '#server/database/schema/premium.ts'
import { paymentFormWords as words } from '#server/text/messages.ts'
import { hashOf, PAGE_STYLE, paymentPage } from './paymentPage.ts'

/** Path of the page that sends a user on by form, on the API's origin. */
export const FORM_PATH = '/api/payments/form'

const SCRIPT = 'document.forms[0].submit()'

/** Allows only this page's form, to the gateway and to where it redirects: Chromium checks redirects of forms, too. */
export function formPolicy({ url }: PaymentForm): string {
  return [
    "default-src 'none'",
    `style-src ${PAGE_STYLE}`,
    `script-src ${hashOf(SCRIPT)}`,
    `form-action ${new URL(url).origin} https:`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page that sends its user to the gateway at once; without scripts by a button. */
export function formPage({ url, fields }: PaymentForm): string {
  return paymentPage(
    words,
    html`<form method="post" action="${url}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button value="pay">${words.go}</button>
  </form>
  <script>${raw(SCRIPT)}</script>`,
  )
}

import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { orders } from '#server/database/schema/premium.ts'
import type { Api } from '#server/http/serve.ts'
import { FORM_PATH, formPage, formPolicy } from '#server/payments/formPage.ts'
import { openGateways } from '#server/payments/openGateways.ts'
import { actAtSandbox, SANDBOX_ACTS, SANDBOX_PATH, sandboxPayment, stateOf } from '#server/payments/sandbox.ts'
import { missingPage, SANDBOX_POLICY, sandboxPage } from '#server/payments/sandboxPage.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type Order, settleOrder } from '#server/premium/settleOrder.ts'

/** Form of our tickets and references: 32 random bytes. */
const SECRET = /^[\w-]{43}$/

/**
 * Serves the addresses that browsers open during a payment. They come without the app's token, so the addresses
 * themselves are secret. Mounted before the CSRF guard.
 */
export function servePayments({ hono, database, clock, settings }: Api): void {
  const context = { database, clock, settings }
  const gateways = openGateways(context)

  async function orderAt(ticket: string): Promise<Order> {
    const [order] = SECRET.test(ticket) ? await database.select().from(orders).where(eq(orders.ticket, ticket)) : []
    return order ?? refuse('not_found')
  }

  // Gateways return users by either method. Their parameters prove nothing.
  hono.on(['GET', 'POST'], '/api/payments/return/:ticket', async (http) => {
    const order = await orderAt(http.req.param('ticket'))
    return seeOutcome(http, await settleOrder(context, gateways, order, await callbackOf(http)))
  })

  hono.get(`${FORM_PATH}/:ticket`, async (http) => {
    const order = await orderAt(http.req.param('ticket'))
    const form = order.paymentForm
    return order.state === 'pending' && form
      ? html(http, { page: formPage(form), policy: formPolicy(form) })
      : seeOutcome(http, order)
  })

  if (gateways.current !== 'sandbox') return

  hono.get(`${SANDBOX_PATH}/:reference`, async (http) => {
    const payment = await sandboxPayment(context, referenceOf(http))
    if (!payment) return html(http, { page: missingPage(), policy: SANDBOX_POLICY, status: 404 })
    return html(http, { page: sandboxPage(payment, stateOf(payment, clock())), policy: SANDBOX_POLICY })
  })

  hono.post(`${SANDBOX_PATH}/:reference`, async (http) => {
    const reference = referenceOf(http)
    const { act: chosen } = await http.req.parseBody()
    const act = SANDBOX_ACTS.find((one) => one === chosen)
    if (act) await actAtSandbox(context, reference, act)
    http.header('Cache-Control', 'no-store')
    return http.redirect(`${SANDBOX_PATH}/${reference}`, 303)
  })
}

/** Parameters of a gateway's callback, in the address and, by POST, in a form. */
async function callbackOf(http: Context): Promise<Record<string, string>> {
  const isForm = http.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded')
  return { ...http.req.query(), ...(isForm && Object.fromEntries(new URLSearchParams(await http.req.text()))) }
}

/** Leads to the screen that shows the outcome. */
function seeOutcome(http: Context, { state, planId, returnTo }: Order): Response {
  const path = state === 'paid' ? '/successful-payment' : `/premium/join/${planId}?payment=${state}`
  http.header('Cache-Control', 'no-store')
  return http.redirect(`${returnTo}${path}`, 303)
}

function referenceOf(http: Context): string {
  const reference = http.req.param('reference') ?? ''
  return SECRET.test(reference) ? reference : refuse('not_found')
}

function html(http: Context, answer: { page: string; policy: string; status?: 200 | 404 }): Response {
  http.header('Cache-Control', 'no-store')
  http.header('Content-Security-Policy', answer.policy)
  http.header('X-Frame-Options', 'DENY')
  http.header('X-Robots-Tag', 'noindex')
  return http.html(answer.page, answer.status ?? 200)
}

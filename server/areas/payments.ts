import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { orders } from '#server/database/schema/premium.ts'
import type { Api } from '#server/http/serve.ts'
import { openGateway } from '#server/payments/openGateway.ts'
import { actAtSandbox, SANDBOX_ACTS, SANDBOX_PATH, sandboxPayment, statusOf } from '#server/payments/sandbox.ts'
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

  // Gateways return users by either method. Their parameters prove nothing and are ignored.
  hono.on(['GET', 'POST'], '/api/payments/return/:ticket', async (http) => {
    const ticket = http.req.param('ticket')
    const [order] = SECRET.test(ticket) ? await database.select().from(orders).where(eq(orders.ticket, ticket)) : []
    if (!order) refuse('not_found')
    const settled = await settleOrder(context, openGateway(context), order)
    http.header('Cache-Control', 'no-store')
    return http.redirect(`${settled.returnTo}${pathAfter(settled)}`, 303)
  })

  if (settings.gateway === 'none') return

  hono.get(`${SANDBOX_PATH}/:reference`, async (http) => {
    const payment = await sandboxPayment(context, referenceOf(http))
    if (!payment) return html(http, missingPage(), 404)
    return html(http, sandboxPage(payment, statusOf(payment, clock()).state))
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

/** The screen that shows the outcome. */
function pathAfter({ state, planId }: Order): string {
  return state === 'paid' ? '/successful-payment' : `/premium/join/${planId}?payment=${state}`
}

function referenceOf(http: Context): string {
  const reference = http.req.param('reference') ?? ''
  return SECRET.test(reference) ? reference : refuse('not_found')
}

function html(http: Context, page: string, status: 200 | 404 = 200): Response {
  http.header('Cache-Control', 'no-store')
  http.header('Content-Security-Policy', SANDBOX_POLICY)
  http.header('X-Frame-Options', 'DENY')
  http.header('X-Robots-Tag', 'noindex')
  return http.html(page, status)
}

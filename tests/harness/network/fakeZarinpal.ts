import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

/** The merchant id that the fake accepts. */
export const MERCHANT_ID = '1344b5d4-0048-41e8-94db-005056a205be'

/** Disturbs one call: it never arrives, is refused, or its answer is lost, late or replaced after the effect. */
type Fault =
  | 'unreachable'
  | 'lostAnswer'
  | { answer: string; status?: number }
  | { errors: { code: number; message: string } }
  | { until: Promise<unknown> }

interface ZarinpalPayment {
  authority: string
  /** Rial */
  amount: number
  description: string
  callbackUrl: string
  order: string
  /** IN_BANK until the buyer acts */
  status: 'IN_BANK' | 'PAID' | 'VERIFIED' | 'FAILED' | 'REVERSED'
  refId: number
}

/**
 * ZarinPal's REST v4 as its documentation describes it (https://www.zarinpal.com/docs/paymentGateway/connectToGateway,
 * `errorList`, `otherMethods/Inquiry`), with payments of its own. The HTTP status 422 of refusals is not documented; public
 * code has seen it.
 */
export interface FakeZarinpal {
  url: string
  /** All payments, oldest first. */
  payments: ZarinpalPayment[]
  /** Calls so far, as `verify`. */
  calls: string[]
  /** The next calls of a method suffer these faults, one each. */
  disturb(method: string, ...faults: Fault[]): void
  /** The buyer pays at the payment's address; resolves to the callback's address, which may never be visited. */
  pay(paymentUrl: string): Promise<string>
  /** The buyer gives up. The payment stays IN_BANK: public code has seen that in ZarinPal's sandbox. */
  cancel(paymentUrl: string): Promise<string>
  close(): Promise<void>
}

/** Lowest and highest amount, in Rial: `errorList` has the highest, the lowest is an assumption. */
const AMOUNT = { min: 10_000, max: 1_000_000_000 }

const Request = v.object({
  merchant_id: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.integer(), v.minValue(AMOUNT.min)),
  currency: v.optional(v.picklist(['IRR', 'IRT']), 'IRR'),
  description: v.pipe(v.string(), v.maxLength(500)),
  callback_url: v.pipe(v.string(), v.url()),
  metadata: v.optional(v.object({ order_id: v.optional(v.string(), ''), auto_verify: v.optional(v.boolean()) }), {}),
})
const Verify = v.object({ merchant_id: v.string(), authority: v.string(), amount: v.pipe(v.number(), v.integer()) })
const Inquiry = v.object({ merchant_id: v.string(), authority: v.string() })

class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export async function startFakeZarinpal(): Promise<FakeZarinpal> {
  const payments: ZarinpalPayment[] = []
  const calls: string[] = []
  const faults = new Map<string, Fault[]>()

  const methods: Record<string, (body: unknown) => object> = {
    request(body) {
      const { merchant_id, amount, currency, description, callback_url, metadata } = parse(Request, body)
      requireMerchant(merchant_id)
      const rials = currency === 'IRT' ? amount * 10 : amount
      if (rials > AMOUNT.max) throw new Refused(-41, 'Maximum amount is 100,000,000 tomans.')
      const authority = `A${String(payments.length + 217_885_159).padStart(35, '0')}`
      const about = { description, callbackUrl: callback_url, order: metadata.order_id, refId: 201 + payments.length }
      payments.push({ authority, amount: rials, ...about, status: 'IN_BANK' })
      return { code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 100 }
    },
    verify(body) {
      const { merchant_id, authority, amount } = parse(Verify, body)
      const payment = paymentOf(merchant_id, authority)
      if (payment.amount !== amount) throw new Refused(-50, 'Session is not valid, amounts values is not the same.')
      if (payment.status !== 'PAID' && payment.status !== 'VERIFIED') {
        throw new Refused(-51, 'Session is not valid, session is not active paid try.')
      }
      const isFirst = payment.status === 'PAID'
      payment.status = 'VERIFIED'
      const card = {
        card_hash: '1EBE3EBEBE35C7EC0F8D6EE4F2F859107A87822CA179BC9528767EA7B5489B69',
        card_pan: '502229******5995',
      }
      const fee = { fee_type: 'Merchant', fee: 0 }
      return {
        code: isFirst ? 100 : 101,
        message: isFirst ? 'Paid' : 'Verified',
        ...card,
        ref_id: payment.refId,
        ...fee,
      }
    },
    inquiry(body) {
      const { merchant_id, authority } = parse(Inquiry, body)
      return { code: 100, message: 'Success', status: paymentOf(merchant_id, authority).status }
    },
  }

  function paymentOf(merchantId: string, authority: string): ZarinpalPayment {
    requireMerchant(merchantId)
    const payment = payments.find((one) => one.authority === authority)
    if (!payment) throw new Refused(-54, 'Invalid authority.')
    return payment
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, method = ''] = /^\/pg\/v4\/payment\/(\w+)\.json$/.exec(request.url ?? '') ?? []
    const act = methods[method]
    if (!act || request.method !== 'POST') return page(response, 404, '<h1>404</h1>')
    calls.push(method)
    const fault = faults.get(method)?.shift()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (fault === 'unreachable') return void request.socket.destroy()
    if (typeof fault === 'object' && 'errors' in fault) return refuse(response, fault.errors)
    const send = perform(act, Buffer.concat(parts).toString())
    if (fault === 'lostAnswer') return void request.socket.destroy()
    if (fault && 'answer' in fault) return page(response, fault.status ?? 200, fault.answer)
    if (fault && 'until' in fault) await fault.until
    send(response)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function returnOf(paymentUrl: string, status: 'PAID' | 'IN_BANK'): string {
    const payment = payments.find(({ authority }) => paymentUrl === `${url}/pg/StartPay/${authority}`)
    if (!payment) throw new Error(`ZarinPal has no payment at ${paymentUrl}`)
    payment.status = status
    const back = new URL(payment.callbackUrl)
    back.search = String(
      new URLSearchParams({ Authority: payment.authority, Status: status === 'PAID' ? 'OK' : 'NOK' }),
    )
    return back.href
  }

  return {
    url,
    payments,
    calls,
    disturb: (method, ...more) => void faults.set(method, [...(faults.get(method) ?? []), ...more]),
    pay: async (paymentUrl) => returnOf(paymentUrl, 'PAID'),
    cancel: async (paymentUrl) => returnOf(paymentUrl, 'IN_BANK'),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Carries a call out; returns how to answer it. */
function perform(act: (body: unknown) => object, body: string): (response: ServerResponse) => void {
  try {
    const data = act(JSON.parse(body))
    return (response) => json(response, 200, { data, errors: [] })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return (response) => refuse(response, error)
  }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  throw new Refused(-9, 'The input params invalid, validation error.')
}

function requireMerchant(id: string): void {
  if (id !== MERCHANT_ID) throw new Refused(-10, 'Terminal is not valid, please check merchant_id or ip address.')
}

function refuse(response: ServerResponse, { code, message }: { code: number; message: string }): void {
  json(response, 422, { data: [], errors: { code, message, validations: [] } })
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function page(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(body)
}

import * as v from 'valibot'
import type { Charge, Gateway, OpenedPayment, Payment, PaymentStatus } from './gateway.ts'

/** ZarinPal's address. Payments without money: `https://sandbox.zarinpal.com`. */
export const ZARINPAL_URL = 'https://payment.zarinpal.com'

/** Settings of the ZarinPal gateway. */
export interface ZarinpalSettings {
  /** id of the operator's gateway, a UUID; secret */
  merchantId: string
  /** origin of the gateway */
  url: string
  /** how long opening or checking a payment may take, in ms; default: `TIMEOUT` */
  timeout?: number
}

/** Default time for opening or checking a payment, in ms. A user is waiting. */
const TIMEOUT = 10_000

/** ZarinPal's default unit is the Rial, and `verify.json` takes no unit: every amount is sent in Rial. */
const RIAL_PER_TOMAN = 10

/** Codes of verify.json (https://www.zarinpal.com/docs/paymentGateway/errorList). */
const OTHER_AMOUNT = -50
const NOT_PAID = -51
/** The authority is malformed, or ZarinPal has no such payment. */
const UNKNOWN = [-54, -55]

const Code = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))])

const Opened = v.object({
  code: v.pipe(Code, v.literal(100)),
  /** part of an address */
  authority: v.pipe(v.string(), v.regex(/^\w{1,100}$/)),
})

const Verified = v.object({
  /** 101: paid, and verified before */
  code: v.pipe(Code, v.picklist([100, 101])),
  ref_id: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(String))),
})

const Inquired = v.object({
  code: v.pipe(Code, v.literal(100)),
  /** VERIFIED, PAID (not verified), IN_BANK (being paid), FAILED or REVERSED */
  status: v.string(),
})

/** `errors` is an empty list in other answers. */
const Failure = v.object({ errors: v.object({ code: Code, message: v.optional(v.string(), '') }) })

/**
 * ZarinPal, REST v4 (https://www.zarinpal.com/docs/paymentGateway/connectToGateway). `verify.json` takes the money: what it
 * never confirmed goes back to the buyer (https://www.zarinpal.com/docs/paymentGateway/moreFeatures/session-validation).
 * ZarinPal cannot cancel an unpaid payment.
 */
export function zarinpal(settings: ZarinpalSettings): Gateway {
  return {
    open: (charge) => open(connect(settings), charge, settings.url),
    verify: (payment) => verify(connect(settings), payment),
  }
}

async function open(call: Call, charge: Charge, url: string): Promise<OpenedPayment> {
  const answer = await call('request', Opened, {
    amount: charge.amount * RIAL_PER_TOMAN,
    currency: 'IRR',
    description: charge.description,
    callback_url: charge.returnUrl,
    metadata: { order_id: charge.order, auto_verify: false },
  })
  if ('errors' in answer) throw failure('request', answer)
  const { authority } = answer.data
  return { reference: authority, url: `${url}/pg/StartPay/${authority}` }
}

async function verify(call: Call, { reference, amount, callback }: Payment): Promise<PaymentStatus> {
  const answer = await call('verify', Verified, { authority: reference, amount: amount * RIAL_PER_TOMAN })
  if ('data' in answer) return { state: 'paid', tracking: answer.data.ref_id ?? reference }
  const { code } = answer.errors
  if (code === OTHER_AMOUNT) return { state: 'mismatched', detail: `ZarinPal has another amount (${OTHER_AMOUNT})` }
  if (UNKNOWN.includes(code)) return { state: 'cancelled' }
  if (code !== NOT_PAID) throw failure('verify', answer)
  if (callback?.Authority === reference && callback.Status === 'NOK') return { state: 'cancelled' }
  return inquire(call, reference)
}

/**
 * Distinguishes a failed payment from one that is being paid. Never answers paid: only verify.json takes the money
 * (https://www.zarinpal.com/docs/paymentGateway/otherMethods/Inquiry).
 */
async function inquire(call: Call, reference: string): Promise<PaymentStatus> {
  const answer = await call('inquiry', Inquired, { authority: reference })
  if ('errors' in answer) throw failure('inquiry', answer)
  return { state: ['FAILED', 'REVERSED'].includes(answer.data.status) ? 'cancelled' : 'pending' }
}

type Failed = v.InferOutput<typeof Failure>
type Call = ReturnType<typeof connect>

/** Calls of ZarinPal that share one time limit. */
function connect({ merchantId, url, timeout = TIMEOUT }: ZarinpalSettings) {
  const signal = AbortSignal.timeout(timeout)
  return async <Data>(
    method: 'request' | 'verify' | 'inquiry',
    data: v.GenericSchema<unknown, Data>,
    facts: Record<string, unknown>,
  ): Promise<{ data: Data } | Failed> => {
    const response = await fetch(`${url}/pg/v4/payment/${method}.json`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ merchant_id: merchantId, ...facts }),
      redirect: 'error',
      signal,
    })
    const Answer = v.pipe(v.string(), v.parseJson(), v.union([v.object({ data }), Failure]))
    const answer = v.safeParse(Answer, await response.text())
    if (answer.success && response.status < 500) return answer.output
    throw new Error(`ZarinPal's ${method}.json answered ${response.status} with something undocumented`)
  }
}

/** The message is ZarinPal's and may quote what was sent. */
function failure(method: string, { errors: { code, message } }: Failed): Error {
  const text = message.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '…')
  return new Error(`ZarinPal's ${method}.json answered code ${code}: ${text}`)
}

import type { GATEWAYS, PaymentForm } from '#server/database/schema/premium.ts'

export type GatewayName = (typeof GATEWAYS)[number]

/** A payment to open at the gateway. */
export interface Charge {
  /** the order's number, which the gateway stores with the payment */
  order: string
  /** whole Toman */
  amount: number
  /** text for the user at the gateway */
  description: string
  /** where the gateway sends the user afterwards */
  returnUrl: string
  /** end of the payment window */
  expiresAt: Date
}

/** An opened payment: the gateway's id, and where the user pays. */
export type OpenedPayment = { reference: string } & ({ url: string } | { form: PaymentForm })

/** A payment to check, with the terms of our order. */
export interface Payment {
  reference: string
  order: string
  /** whole Toman */
  amount: number
  /** parameters of the gateway's callback, sent by the user's browser: a hint, never a proof; undefined without one */
  callback?: Record<string, string> | undefined
}

/** A payment's status by the gateway. */
export type PaymentStatus =
  /** for this order, over this amount; with the gateway's receipt number */
  | { state: 'paid'; tracking: string }
  /** can still be paid, or is being paid */
  | { state: 'pending' }
  /** not paid */
  | { state: 'cancelled' | 'expired' }
  /** for another order or over another amount; `detail` is for the operator */
  | { state: 'mismatched'; detail: string }

/**
 * A payment gateway. Every method throws when the gateway cannot be reached or answers what nobody expects: that decides
 * nothing.
 */
export interface Gateway {
  open(charge: Charge): Promise<OpenedPayment>
  /** Reads a payment's status, and confirms a paid payment where the gateway asks for it. Repeatable. */
  verify(payment: Payment): Promise<PaymentStatus>
  /** Cancels an unpaid payment and returns the status: a paid one stays paid. Missing if the gateway cannot. */
  cancel?(payment: Payment): Promise<PaymentStatus>
}

/** The gateways of this deployment. */
export interface Gateways {
  /** opens new payments; undefined: only codes are accepted */
  current: GatewayName | undefined
  /** settle the payments that they opened, also after the operator chose another; those without settings are missing */
  byName: Partial<Record<GatewayName, Gateway>>
}

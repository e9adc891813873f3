import type { Settings } from '#server/config.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import type { Gateways } from './gateway.ts'
import { sandbox } from './sandbox.ts'
import { zarinpal } from './zarinpal.ts'

/** A database with the settings of payments; without settings there is only the sandbox. */
export interface PaymentContext extends DatabaseContext {
  settings?: Pick<Settings, 'gateway' | 'zarinpal'>
}

/** The gateways of this deployment. */
export function openGateways(context: PaymentContext): Gateways {
  const { gateway = 'sandbox', zarinpal: settings } = context.settings ?? {}
  return {
    current: gateway === 'none' ? undefined : gateway,
    byName: { sandbox: sandbox(context), ...(settings && { zarinpal: zarinpal(settings) }) },
  }
}

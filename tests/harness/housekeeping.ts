import { TASKS } from '#server/jobs/housekeeping.ts'
import type { PaymentContext } from '#server/payments/openGateways.ts'

/** Runs every periodic task once. */
export async function runHousekeeping(context: PaymentContext): Promise<void> {
  for (const task of Object.values(TASKS)) await task(context)
}

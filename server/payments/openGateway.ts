import type { DatabaseContext } from '#server/database/connect.ts'
import type { Gateway } from './gateway.ts'
import { sandbox } from './sandbox.ts'

/** The gateway of this deployment. Payments opened earlier are verified with it also when sales have stopped. */
export function openGateway(context: DatabaseContext): Gateway {
  return sandbox(context)
}

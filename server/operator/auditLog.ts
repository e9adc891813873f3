import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/database/connect.ts'
import { auditLog } from '#server/database/schema/audit.ts'

/** A change of one record, with the facts that changed. */
interface AuditedChange {
  /** a kind and a number: `title 68646` */
  subject: string
  before: object | null
  after: object | null
}

/** Writes changes into the audit log. `transaction` is that of the change, so that there is never one without the other. */
export type RecordAudit = (transaction: Database, ...changes: AuditedChange[]) => Promise<void>

/** Makes the function that writes the changes of one call. Changes without a difference are left out. */
export function auditOf(call: { operator: string; command: string; clock: () => Date }): RecordAudit {
  const { operator, command, clock } = call
  return async (transaction, ...changes) => {
    const rows = changes
      .filter(({ before, after }) => !isDeepStrictEqual(before, after))
      .map((change) => ({ changedAt: clock(), operator, command, ...change }))
    if (rows.length > 0) await transaction.insert(auditLog).values(rows)
  }
}

import * as v from 'valibot'
import { Code } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { codes } from '#server/database/schema/premium.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { hashOfCode, newCode } from './codes.ts'
import { planOf } from './plans.ts'

/** An order for new codes. */
export interface CodeOrder {
  kind: 'gift' | 'discount'
  /** the plan of a gift, or the only plan that a discount applies to */
  planId: number | null
  /** discount in percent, or as an amount in Toman */
  percent: number | null
  amount: number | null
  /** uses per code, by different users */
  uses: number
  expiresAt: Date | null
  /** number of codes */
  count: number
  /** the operator's own word instead of a random code */
  word: string | null
}

/** Creates codes and returns them. They cannot be read again: only hashes are stored. */
export async function makeCodes(database: Database, order: CodeOrder, now: Date): Promise<string[]> {
  const { kind, planId, percent, amount, uses, expiresAt } = order
  if (planId !== null && !(await planOf(database, planId))) throw new StartupError(`There is no plan ${planId}.`)
  const made = Array.from({ length: order.count }, () => (order.word === null ? newCode() : readWord(order.word)))
  const rows = made.map((code) => ({
    ...{ kind, planId, percent, amount, uses, expiresAt },
    hash: hashOfCode(code),
    createdAt: now,
  }))
  const written = await database.insert(codes).values(rows).onConflictDoNothing().returning({ id: codes.id })
  if (written.length < rows.length) throw new StartupError('There is such a code already.')
  return made.map((code) => (order.word === null ? code.replace(/(.{4})(?=.)/g, '$1-') : code))
}

function readWord(word: string): string {
  const read = v.safeParse(Code, word)
  if (!read.success) throw new StartupError(`This cannot be a code: ${word}. Latin letters and digits, 4 to 32.`)
  return read.output
}

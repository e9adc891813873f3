import { createHash, randomInt } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { codes, codeUses, orders } from '#server/database/schema/premium.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages } from '#server/text/messages.ts'

export type CodeRow = typeof codes.$inferSelect

/** Letters and digits without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** Generates a code with 58 random bits. */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** The stored form of a code, which is worth money. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(`code:${code}`).digest('base64url')
}

/** Finds a code that the user may use now; otherwise refuses with the reason at the code's field. */
export async function usableCode(database: Database, userId: number, code: string, now: Date): Promise<CodeRow> {
  const [row] = await database
    .select()
    .from(codes)
    .where(eq(codes.hash, hashOfCode(code)))
  if (!row) refuseCode('codeUnknown')
  const own = await database
    .select({ state: orders.state })
    .from(codeUses)
    .innerJoin(orders, eq(orders.id, codeUses.orderId))
    .where(and(eq(codeUses.codeId, row.id), eq(codeUses.userId, userId)))
  // The use held by the user's own unpaid order will be released first.
  const held = own.filter(({ state }) => state === 'pending').length
  if (own.length > held) refuseCode('codeYours')
  if (row.used - held >= row.uses) refuseCode('codeUsed')
  if (row.expiresAt && row.expiresAt <= now) refuseCode('codeExpired')
  return row
}

/**
 * Takes one use of a code for an order; concurrent calls never exceed the limit. The caller's transaction has locked
 * the user.
 */
export async function takeCode(
  transaction: Database,
  { codeId, userId, orderId }: { codeId: number; userId: number; orderId: number },
  now: Date,
): Promise<void> {
  const taken = await transaction
    .update(codes)
    .set({ used: sql`${codes.used} + 1` })
    .where(and(eq(codes.id, codeId), lt(codes.used, codes.uses), or(isNull(codes.expiresAt), gt(codes.expiresAt, now))))
    .returning({ id: codes.id })
  if (taken.length === 0) refuseCode('codeUsed')
  await transaction.insert(codeUses).values({ codeId, userId, orderId })
}

/** Releases the use of an order that will not be paid. */
export async function releaseCode(transaction: Database, orderId: number): Promise<void> {
  const released = await transaction
    .delete(codeUses)
    .where(eq(codeUses.orderId, orderId))
    .returning({ codeId: codeUses.codeId })
  for (const { codeId } of released) {
    await transaction
      .update(codes)
      .set({ used: sql`${codes.used} - 1` })
      .where(eq(codes.id, codeId))
  }
}

/** The discount on a price, in whole Toman; a gift covers all of it. */
export function discountOf({ kind, percent, amount }: CodeRow, price: number): number {
  if (kind === 'gift') return price
  const off = percent === null ? (amount ?? 0) : Math.floor((price * percent) / 100)
  return Math.min(off, price)
}

/** Refuses with a message at the code's field. */
export function refuseCode(
  why: 'codeUnknown' | 'codeYours' | 'codeUsed' | 'codeExpired' | 'codePlan' | 'codeDiscount',
): never {
  refuse('validation', { errors: { code: [fieldMessages[why]] } })
}

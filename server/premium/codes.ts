import { createHash, randomInt } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { codes, codeUses, orders } from '#server/database/schema/premium.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages } from '#server/text/messages.ts'

export type CodeRow = typeof codes.$inferSelect

/** Without letters and digits that look alike. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** A code that nobody guesses: 58 bits. */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

/** What we keep of a code, which is worth money. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(`code:${code}`).digest('base64url')
}

/** The code as this person may use it now; refused at its field with the reason, where they may not. */
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
  // What their own unpaid order holds will be given back before it is used.
  const held = own.filter(({ state }) => state === 'pending').length
  if (own.length > held) refuseCode('codeYours')
  if (row.used - held >= row.uses) refuseCode('codeUsed')
  if (row.expiresAt && row.expiresAt <= now) refuseCode('codeExpired')
  return row
}

/**
 * Takes one use of a code for an order; of any number at once no more get one than there are. In a transaction that has
 * locked the person.
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

/** Gives back what an order held that will never be paid. */
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

/** What a code takes off a price, in whole Toman; a gift is the whole of it. */
export function discountOf({ kind, percent, amount }: CodeRow, price: number): number {
  if (kind === 'gift') return price
  const off = percent === null ? (amount ?? 0) : Math.floor((price * percent) / 100)
  return Math.min(off, price)
}

/** Says at the code's field why it does not serve. */
export function refuseCode(
  why: 'codeUnknown' | 'codeYours' | 'codeUsed' | 'codeExpired' | 'codePlan' | 'codeDiscount',
): never {
  refuse('validation', { errors: { code: [fieldMessages[why]] } })
}

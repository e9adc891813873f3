import { sql } from 'drizzle-orm'
import { member, server } from './memberDevices.ts'
import { pay } from './premium.ts'
import type { Answer } from './server.ts'

export const JOIN = '/api/user/join2'
export const RESERVE = '/api/user/reserve2'

/** Joins or reserves a plan as the member. */
export async function join(body: object, path = JOIN): Promise<Answer['json']> {
  return (await member.post(path, body)).json.data
}

/** Joins or reserves a plan and pays for it. Resolves to the app's address. */
export async function buy(planId: number, path = JOIN): Promise<string | null> {
  return pay(server, (await join({ planId }, path)).paymentUrl)
}

/** Checks the latest payment of a user. */
export async function checkPayment(caller = member): Promise<Answer['json']> {
  return (await caller.get('/api/user/payment-check')).json.data
}

export async function countRows(table: 'orders' | 'subscriptions' | 'code_uses'): Promise<number | undefined> {
  const { rows } = await server.database.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${sql.identifier(table)}`,
  )
  return rows[0]?.count
}

import { and, asc, eq } from 'drizzle-orm'
import type { Plan } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { plans } from '#server/database/schema/premium.ts'
import givenPlans from './data/plans.json' with { type: 'json' }

type Row = typeof plans.$inferSelect

export const DISPLAY_ORDER = [asc(plans.place), asc(plans.id)]

/** Plans on sale, in display order. */
export async function plansOnSale(database: Database): Promise<Plan[]> {
  const rows = await database
    .select()
    .from(plans)
    .where(eq(plans.isHidden, false))
    .orderBy(...DISPLAY_ORDER)
  return rows.map(shown)
}

/** A plan on sale. */
export async function planOnSale(database: Database, id: number): Promise<Plan | undefined> {
  const [row] = await database
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), eq(plans.isHidden, false)))
  return row && shown(row)
}

/** A plan, on sale or hidden. */
export async function planOf(database: Database, id: number): Promise<Plan | undefined> {
  const [row] = await database.select().from(plans).where(eq(plans.id, id))
  return row && shown(row)
}

/** Inserts the default plans into a new database; the operator's changes stay. */
export async function seedPlans(database: Database): Promise<void> {
  await database
    .insert(plans)
    .values(givenPlans.map((plan, index) => ({ ...plan, place: index })))
    .onConflictDoNothing()
}

function shown({ id, name, days, price, oldPrice, features, popular }: Row): Plan {
  return { id, name, days, price, oldPrice, features, popular }
}

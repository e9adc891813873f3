import { asc, eq } from 'drizzle-orm'
import type { Plan } from '#contract/premium.ts'
import type { Database } from '#server/database/connect.ts'
import { plans } from '#server/database/schema/premium.ts'
import givenPlans from './data/plans.json' with { type: 'json' }

type Row = typeof plans.$inferSelect

/** Plans on sale, in display order. */
export async function allPlans(database: Database): Promise<Plan[]> {
  return (await database.select().from(plans).orderBy(asc(plans.place), asc(plans.id))).map(shown)
}

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

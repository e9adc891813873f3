import { eq, max } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#server/database/connect.ts'
import { plans } from '#server/database/schema/premium.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { wholeNumber } from '#server/operator/wholeNumber.ts'
import { DISPLAY_ORDER, seedPlans } from '#server/premium/plans.ts'

const price = wholeNumber(1_000_000_000, 0)
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

type PlanRow = typeof plans.$inferSelect

/** `plan`: all plans in their order, hidden ones too. Amounts are whole Toman. */
export const listPlans = defineCommand(v.strictObject({}), async ({ connection: { database } }) => {
  await seedPlans(database)
  const { id, name, days, price, oldPrice, features, popular, isHidden } = plans
  const rows = database.select({ id, name, days, price, oldPrice, features, popular, isHidden }).from(plans)
  return { plans: await rows.orderBy(...DISPLAY_ORDER) }
})

/**
 * `plan set`, `plan hide` and `plan unhide`: changes a plan, or adds one with a new number. Orders keep the terms that
 * they were made with, and a hidden plan keeps its gift codes.
 */
export const setPlan = defineCommand(
  v.strictObject({
    id: wholeNumber(2 ** 31 - 1),
    name: v.exactOptional(text),
    days: v.exactOptional(wholeNumber(3650)),
    /** in Toman */
    price: v.exactOptional(price),
    /** the regular price while a reduction applies; 0: there is none */
    oldPrice: v.exactOptional(price),
    features: v.exactOptional(v.array(text)),
    popular: v.exactOptional(v.boolean()),
    isHidden: v.exactOptional(v.boolean()),
  }),
  ({ connection }, { id, oldPrice, ...input }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      await seedPlans(transaction)
      const [before] = await transaction.select().from(plans).where(eq(plans.id, id)).for('update')
      const change = { ...input, ...(oldPrice !== undefined && { oldPrice: oldPrice === 0 ? null : oldPrice }) }
      const after = before ? await changePlan(transaction, id, change) : await addPlan(transaction, { id, ...change })
      await audit(transaction, { subject: `plan ${id}`, before: before ?? null, after })
      return after
    }),
)

async function changePlan(database: Database, id: number, change: Partial<PlanRow>): Promise<PlanRow> {
  if (Object.keys(change).length > 0) await database.update(plans).set(change).where(eq(plans.id, id))
  const [after] = await database.select().from(plans).where(eq(plans.id, id))
  return after ?? noPlan(id)
}

async function addPlan(database: Database, { id, ...facts }: Partial<PlanRow> & { id: number }): Promise<PlanRow> {
  const { name, days, price } = facts
  if (name === undefined || days === undefined || price === undefined) return noPlan(id)
  const [last] = await database.select({ place: max(plans.place) }).from(plans)
  const place = (last?.place ?? 0) + 1
  const row = { features: [], popular: false, place, ...facts, id, name, days, price }
  const [added] = await database.insert(plans).values(row).returning()
  return added ?? noPlan(id)
}

function noPlan(id: number): never {
  throw new CommandError(`There is no plan ${id}: a new one needs --name, --days and --price.`)
}

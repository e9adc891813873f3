import { eq, max } from 'drizzle-orm'
import * as v from 'valibot'
import { plans } from '#server/database/schema/premium.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { allPlans, seedPlans } from '#server/premium/plans.ts'

const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

/** `plan`: the plans on sale, in their order. Amounts are whole Toman. */
export const listPlans = defineCommand(v.strictObject({}), async ({ connection: { database } }) => {
  await seedPlans(database)
  return { plans: await allPlans(database) }
})

/**
 * `plan set ID`: changes a plan on sale, or adds one with a new number. Orders keep the terms that they were made with.
 */
export const setPlan = defineCommand(
  v.strictObject({
    id: v.pipe(whole(2 ** 31 - 1), v.minValue(1)),
    name: v.optional(text),
    days: v.optional(v.pipe(whole(3650), v.minValue(1))),
    /** in Toman */
    price: v.optional(whole(1_000_000_000)),
    /** the regular price while a reduction applies; 0: there is none */
    oldPrice: v.optional(whole(1_000_000_000)),
    features: v.optional(v.array(text)),
    popular: v.optional(v.boolean()),
  }),
  ({ connection }, { id, oldPrice, ...input }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      await seedPlans(transaction)
      const [before] = await transaction.select().from(plans).where(eq(plans.id, id)).for('update')
      const change = { ...input, ...(oldPrice !== undefined && { oldPrice: oldPrice === 0 ? null : oldPrice }) }
      const [last] = await transaction.select({ place: max(plans.place) }).from(plans)
      const { name, days, price, ...rest } = { ...(before ?? emptyPlan((last?.place ?? 0) + 1)), ...change }
      if (name === undefined || days === undefined || price === undefined)
        throw new CommandError(`There is no plan ${id}: a new one needs --name, --days and --price.`)
      const after = { ...rest, id, name, days, price }
      await transaction.insert(plans).values(after).onConflictDoUpdate({ target: plans.id, set: after })
      await audit(transaction, { subject: `plan ${id}`, before: before ?? null, after })
      return after
    }),
)

function emptyPlan(place: number) {
  return { name: undefined, days: undefined, price: undefined, oldPrice: null, features: [], popular: false, place }
}

import * as v from 'valibot'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { wholeNumber } from '#server/operator/wholeNumber.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { makeCodes } from '#server/premium/makeCodes.ts'
import { seedPlans } from '#server/premium/plans.ts'

const DAY = 86_400_000

const common = {
  count: wholeNumber(10_000),
  uses: wholeNumber(2 ** 31 - 1),
  /** lifetime in days; without it codes do not expire */
  days: v.optional(wholeNumber(3650)),
  /** the operator's own word instead of a random code */
  word: v.optional(v.string()),
}

/** `codes gift` and `codes discount`: makes codes. They are shown once, since only their hashes are stored. */
export const makeCodesCommand = defineCommand(
  v.variant('kind', [
    v.strictObject({ kind: v.literal('gift'), plan: wholeNumber(2 ** 31 - 1), ...common }),
    v.strictObject({
      kind: v.literal('discount'),
      plan: v.optional(wholeNumber(2 ** 31 - 1)),
      percent: v.optional(wholeNumber(100)),
      /** in Toman */
      amount: v.optional(wholeNumber(1_000_000_000)),
      ...common,
    }),
  ]),
  async ({ connection, clock }, input, { audit }) => {
    const { kind, plan = null, count, uses, days, word = null } = input
    const { percent = null, amount = null } = input.kind === 'discount' ? input : {}
    if (kind === 'discount' && (percent === null) === (amount === null)) {
      throw new CommandError('A discount is either a percentage or an amount.')
    }
    if (word !== null && count > 1) throw new CommandError('A word is one code: leave out --count.')
    const now = clock()
    const expiresAt = days === undefined ? null : new Date(now.getTime() + days * DAY)
    const terms = { kind, planId: plan, percent, amount, count, uses, expiresAt }
    try {
      return await connection.database.transaction(async (transaction) => {
        await seedPlans(transaction)
        const made = await makeCodes(transaction, { ...terms, word }, now)
        await audit(transaction, { subject: 'codes', before: null, after: terms })
        return { codes: made }
      })
    } catch (error) {
      if (error instanceof StartupError) throw new CommandError(error.message)
      throw error
    }
  },
)

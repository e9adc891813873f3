import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { deviceName } from '#server/accounts/deviceName.ts'
import { endTokens, revokeTokens } from '#server/accounts/tokens.ts'
import { deleteAccount } from '#server/areas/accountRemoval.ts'
import type { Database } from '#server/database/connect.ts'
import { tokens, users } from '#server/database/schema/account.ts'
import { comments } from '#server/database/schema/comments.ts'
import { requests } from '#server/database/schema/personal.ts'
import { orders } from '#server/database/schema/premium.ts'
import { notify } from '#server/notifications/notify.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { containing, FOUND_MAX, Words } from '#server/operator/findByWords.ts'
import { wholeNumber } from '#server/operator/wholeNumber.ts'
import { giveSubscription } from '#server/premium/giveSubscription.ts'
import { planOf, seedPlans } from '#server/premium/plans.ts'
import { endSubscriptions, lockUser, paidUntil } from '#server/premium/subscriptions.ts'
import { news } from '#server/text/messages.ts'

const user = v.pipe(v.string(), v.trim(), v.minLength(1))
const { id, name, email, telegram, createdAt } = users

/** `user find WORDS`: users whose name or email contains the words, the newest first. */
export const findUser = defineCommand(v.strictObject({ words: Words }), async ({ connection }, { words }) => {
  const pattern = containing(words)
  const found = await connection.database
    .select({ id, name, email, telegram, createdAt })
    .from(users)
    .where(sql`${name} ilike ${pattern} or ${email} ilike ${pattern} or ${telegram} ilike ${pattern}`)
    .orderBy(desc(id))
    .limit(FOUND_MAX)
  return { users: found }
})

/** `user show USER`: a user by number or email, what they have, and the devices that are signed in. */
export const showUser = defineCommand(v.strictObject({ user }), async ({ connection, clock }, input) => {
  const { database } = connection
  const found = await requireUser(database, input.user)
  const devices = await database
    .select()
    .from(tokens)
    .where(and(eq(tokens.userId, found.id), gt(tokens.expiresAt, clock())))
    .orderBy(desc(tokens.usedAt))
  return {
    id: found.id,
    name: found.name,
    email: found.email,
    telegram: found.telegram,
    createdAt: found.createdAt,
    commentBanAt: found.commentBanAt,
    premiumUntil: await paidUntil(database, found.id, clock()),
    orders: await database.$count(orders, eq(orders.userId, found.id)),
    comments: await database.$count(comments, eq(comments.userId, found.id)),
    requests: await database.$count(requests, eq(requests.userId, found.id)),
    devices: devices.map(({ id, agent, createdAt, usedAt }) => ({ id, name: deviceName(agent), createdAt, usedAt })),
  }
})

/** `user sign-out USER`: signs a user out on all devices, or on one of them. */
export const signOutUser = defineCommand(
  v.strictObject({ user, device: v.optional(wholeNumber(Number.MAX_SAFE_INTEGER)) }),
  ({ connection, clock }, input, { audit }) =>
    connection.database.transaction(async (database) => {
      const { id: userId } = await requireUser(database, input.user)
      const { device } = input
      const ended =
        device === undefined
          ? await revokeTokens({ database, clock }, userId)
          : await endTokens({ database, clock }, eq(tokens.id, device), eq(tokens.userId, userId))
      if (device !== undefined && ended === 0) throw new CommandError(`User ${userId} has no device ${device}.`)
      await audit(database, { subject: `user ${userId}`, before: { devices: ended }, after: { devices: 0 } })
      return { user: userId, signedOut: ended }
    }),
)

/** `user ban USER` and `user unban USER`: whether the user can write comments. Those that are there stay. */
export const banUser = defineCommand(
  v.strictObject({ user, isBanned: v.boolean() }),
  ({ connection, clock }, input, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const found = await requireUser(transaction, input.user)
      const commentBanAt = input.isBanned ? (found.commentBanAt ?? clock()) : null
      await transaction.update(users).set({ commentBanAt }).where(eq(id, found.id))
      const before = { isBanned: found.commentBanAt !== null }
      await audit(transaction, { subject: `user ${found.id}`, before, after: { isBanned: input.isBanned } })
      return { user: found.id, isBanned: input.isBanned }
    }),
)

/** `user give USER`: gives a user the days of a plan without a payment, and notifies them. */
export const givePremium = defineCommand(
  v.strictObject({ user, plan: wholeNumber(2 ** 31 - 1), days: v.optional(wholeNumber(3650)) }),
  async ({ connection, clock }, input, { audit }) => {
    await seedPlans(connection.database)
    return connection.database.transaction(async (database) => {
      const { id: userId } = await requireUser(database, input.user)
      const plan = await planOf(database, input.plan)
      if (!plan) throw new CommandError(`There is no plan ${input.plan}.`)
      await lockUser(database, userId)
      const before = { premiumUntil: await paidUntil(database, userId, clock()) }
      const order = await giveSubscription(database, { userId, plan, days: input.days ?? plan.days }, clock())
      await notify({ database, clock }, userId, {
        kind: 'subscription',
        title: news.given(plan.name),
        path: '/user/dashboard',
        occasion: `order:${order.id}`,
      })
      const after = { premiumUntil: await paidUntil(database, userId, clock()) }
      await audit(database, { subject: `user ${userId}`, before, after })
      return { user: userId, ...after }
    })
  },
)

/** `user end-premium USER`: ends the current premium period and the reserved ones now. */
export const endPremium = defineCommand(v.strictObject({ user }), ({ connection, clock }, input, { audit }) =>
  connection.database.transaction(async (transaction) => {
    const { id: userId } = await requireUser(transaction, input.user)
    await lockUser(transaction, userId)
    const premiumUntil = await paidUntil(transaction, userId, clock())
    if (!premiumUntil) throw new CommandError(`User ${userId} has no premium.`)
    await endSubscriptions(transaction, userId, clock())
    await audit(transaction, {
      subject: `user ${userId}`,
      before: { premiumUntil },
      after: { premiumUntil: null },
    })
    return { user: userId, endedBefore: premiumUntil }
  }),
)

/**
 * `user delete USER`: what the user has; with `--yes` deletes the account for good, as the user can. The devices clean
 * themselves at their next contact.
 */
export const deleteUser = defineCommand(
  v.strictObject({ user, isConfirmed: v.boolean() }),
  ({ connection, clock }, input, { audit }) =>
    connection.database.transaction(async (database) => {
      const { id: userId, name, email } = await requireUser(database, input.user)
      const now = clock()
      const had = {
        premiumUntil: await paidUntil(database, userId, now),
        orders: await database.$count(orders, eq(orders.userId, userId)),
        comments: await database.$count(comments, and(eq(comments.userId, userId), isNull(comments.deletedAt))),
        devices: await database.$count(tokens, and(eq(tokens.userId, userId), gt(tokens.expiresAt, now))),
      }
      if (!input.isConfirmed) return { user: userId, name, email, ...had, isDeleted: false }
      await deleteAccount({ database, clock }, userId)
      await audit(database, { subject: `user ${userId}`, before: had, after: null })
      return { user: userId, name, email, ...had, isDeleted: true }
    }),
)

/** Finds a user by number or email. Throws a `CommandError` if there is none. */
export async function requireUser(database: Database, text: string): Promise<typeof users.$inferSelect> {
  const where: SQL = /^\d{1,15}$/.test(text) ? eq(id, Number(text)) : eq(email, text.toLowerCase())
  const [found] = await database.select().from(users).where(where)
  if (!found) throw new CommandError(`There is no user ${text}.`)
  return found
}

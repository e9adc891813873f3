import { and, eq, gt, isNull } from 'drizzle-orm'
import { passwordsApi } from '#contract/passwords.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwordHash.ts'
import { hashToken, renewToken, revokeTokens, type UserRow } from '#server/accounts/tokens.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { emailChanges, passkeys, passwordResets } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { appOrigin } from '#server/http/appOrigin.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit, liftLimits, uncountAttempt } from '#server/http/throttle.ts'
import { sendLater } from '#server/notifications/mail/letters.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, passwordMessages } from '#server/text/messages.ts'
import { loginLimits, presentUser } from './account.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

export function servePasswords(api: Api): void {
  serve(api, passwordsApi.forgot, async (call) => {
    const { body, settings, http } = call
    await countAttempt(call, [
      { key: `forgot:${clientAddress(http, settings)}`, limit: 20, seconds: HOUR },
      { key: `forgot:${body.email}`, limit: 3, seconds: HOUR },
    ])
    // Whether the address is known is found out later, so that the answer takes equally long.
    await sendLater(call, { about: 'reset', to: body.email, origin: appOrigin(http, settings) })
    return { message: passwordMessages.sent }
  })

  serve(api, passwordsApi.reset, async (call) => {
    const { body, database, clock, settings, http } = call
    const address = clientAddress(http, settings)
    // None per account: strangers could exhaust it, and nobody guesses a token of 256 bits.
    const limits: Limit[] = [{ key: `reset:${address}`, limit: 60, seconds: QUARTER_HOUR }]
    await countAttempt(call, limits)
    const isLive = and(eq(passwordResets.hash, hashToken(body.token)), gt(passwordResets.expiresAt, clock()))
    const [found] = await database
      .select({ user: users })
      .from(passwordResets)
      .innerJoin(users, eq(users.id, passwordResets.userId))
      .where(and(isLive, eq(users.email, body.email)))
    const { user } = found ?? refuseLink()
    const password = await hashPassword(body.password, settings.passwordCost)
    const removed = await database.transaction(async (transaction) => {
      // The row lock lets only one of two concurrent requests use the token.
      const used = await transaction.delete(passwordResets).where(isLive).returning()
      if (used.length === 0) refuseLink()
      await setPassword(transaction, user, password)
      // A reset takes the account back from a stranger, who may have added a passkey. Before the tokens: this waits for a
      // sign-in by passkey under way, whose token is then revoked.
      const removedPasskeys = await transaction
        .delete(passkeys)
        .where(eq(passkeys.userId, user.id))
        .returning({ id: passkeys.id })
      const context = { ...call, database: transaction }
      await revokeTokens(context, user.id)
      await sendChangeNotice(context, user, appOrigin(http, settings))
      return removedPasskeys
    })
    await uncountAttempt(call, limits)
    await liftLimits(call, loginLimits(address, body.email, undefined))
    return { message: removed.length > 0 ? passwordMessages.resetWithPasskeys : passwordMessages.reset }
  })

  serve(api, passwordsApi.change, async (call) => {
    const { body, user, database, clock, settings, http } = call
    const limits: Limit[] = [{ key: `password:${user.id}`, limit: 5, seconds: QUARTER_HOUR }]
    await countAttempt(call, limits)
    if (!(await verifyPassword(body.currentPassword, user.password, settings.passwordCost))) refuseCurrent()
    const password = await hashPassword(body.password, settings.passwordCost)
    const token = await database.transaction(async (transaction) => {
      const context = { ...call, database: transaction }
      // The password may have changed since it was checked.
      if (!(await setPassword(transaction, user, password))) refuseCurrent()
      await revokeTokens(context, user.id, http)
      await sendChangeNotice(context, user, appOrigin(http, settings))
      return renewToken(context, http)
    })
    await uncountAttempt(call, limits)
    return { data: { token, user: await presentUser(database, user, clock()) } }
  })
}

/** Informs the user, in case somebody else changed the password. */
async function sendChangeNotice(context: DatabaseContext, { email }: UserRow, origin: string): Promise<void> {
  if (email !== null) await sendLater(context, { about: 'changedPassword', to: email, origin })
}

/** Sets a password and deletes all reset tokens and requested changes of the address. Returns false if the password has changed since `user` was read. */
async function setPassword(database: Database, { id, password: known }: UserRow, password: string): Promise<boolean> {
  const isKnown = known === null ? isNull(users.password) : eq(users.password, known)
  const changed = await database
    .update(users)
    .set({ password })
    .where(and(eq(users.id, id), isKnown))
    .returning({ id: users.id })
  if (changed.length === 0) return false
  await database.delete(passwordResets).where(eq(passwordResets.userId, id))
  await database.delete(emailChanges).where(eq(emailChanges.userId, id))
  return true
}

function refuseLink(): never {
  refuse('validation', { errors: { token: [fieldMessages.resetLink] } })
}

/** Refuses a wrong current password at its field. */
export function refuseCurrent(): never {
  refuse('validation', { errors: { currentPassword: [fieldMessages.currentPassword] } })
}

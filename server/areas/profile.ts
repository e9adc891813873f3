import { and, eq, gt } from 'drizzle-orm'
import { CONFIRM_MINUTES, profileApi, RECENT_SIGN_IN_MINUTES } from '#contract/profile.ts'
import { verifyPassword } from '#server/accounts/passwordHash.ts'
import { addSeconds, hashToken, randomToken, signedInSince } from '#server/accounts/tokens.ts'
import { emailChanges, passwordResets } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { appOrigin } from '#server/http/appOrigin.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, type Call, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { sendLater } from '#server/notifications/mail/letters.ts'
import { log } from '#server/platform/log.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, profileMessages } from '#server/text/messages.ts'
import { presentUser } from './account.ts'
import { deleteAccount } from './accountRemoval.ts'
import { refuseCurrent } from './passwords.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

/** Mounts the calls that change a user's name and e-mail address, and delete the account. */
export function serveProfile(api: Api): void {
  serve(api, profileApi.changeName, async (call) => {
    const { body, user, database, clock } = call
    await countAttempt(call, [{ key: `name:${user.id}`, limit: 20, seconds: HOUR }])
    await database.update(users).set({ name: body.name }).where(eq(users.id, user.id))
    return { data: await presentUser(database, { ...user, name: body.name }, clock()) }
  })

  serve(api, profileApi.changeEmail, async (call) => {
    const { body, user, database, clock, settings, http } = call
    await countAttempt(call, [
      { key: `email:${user.id}`, limit: 10, seconds: HOUR },
      { key: `email:to:${body.email}`, limit: 5, seconds: HOUR },
    ])
    await requireOwner(call, { field: 'email', message: fieldMessages.oldSignIn })
    if (body.email === user.email) refuse('validation', { errors: { email: [fieldMessages.emailSame] } })
    const [taken] = await database.select({ id: users.id }).from(users).where(eq(users.email, body.email))
    if (taken) refuseTaken()
    const change = {
      // No link has this token: the letter makes its own.
      hash: hashToken(randomToken()),
      email: body.email,
      expiresAt: addSeconds(clock(), CONFIRM_MINUTES * 60),
    }
    const origin = appOrigin(http, settings)
    const { email: known } = user
    await database.transaction(async (transaction) => {
      await transaction
        .insert(emailChanges)
        .values({ userId: user.id, ...change })
        .onConflictDoUpdate({ target: emailChanges.userId, set: change })
      const context = { ...call, database: transaction }
      await sendLater(context, { about: 'confirmation', to: body.email, origin, userId: user.id })
      if (known !== null) await sendLater(context, { about: 'requestedChange', to: known, origin })
    })
    return { message: profileMessages.confirmationSent(body.email, known !== null) }
  })

  serve(api, profileApi.confirmEmail, async (call) => {
    const { body, database, clock, settings, http } = call
    await countAttempt(call, [{ key: `confirm:${clientAddress(http, settings)}`, limit: 60, seconds: QUARTER_HOUR }])
    const isLive = and(eq(emailChanges.hash, hashToken(body.token)), gt(emailChanges.expiresAt, clock()))
    const hasPassword = await database.transaction(async (transaction) => {
      const [change] = await transaction.select().from(emailChanges).where(isLive).for('update')
      if (!change) refuse('validation', { errors: { token: [fieldMessages.confirmLink] } })
      const { userId, email } = change
      const [changed] = await transaction
        .update(users)
        .set({ email })
        .where(eq(users.id, userId))
        .returning({ password: users.password })
        // Two users may have requested one address, or a third registers with it at this moment.
        .catch((error: unknown) => (isUniqueViolation(error) ? refuseTaken() : Promise.reject(error)))
      // A link in the old mailbox must not reset the password of the new address.
      await transaction.delete(passwordResets).where(eq(passwordResets.userId, userId))
      return changed !== undefined && changed.password !== null
    })
    return { message: hasPassword ? profileMessages.confirmed : profileMessages.firstConfirmed }
  })

  serve(api, profileApi.deleteAccount, async (call) => {
    const { user, database, settings, http } = call
    await countAttempt(call, [{ key: `delete:${user.id}`, limit: 5, seconds: QUARTER_HOUR }])
    await requireOwner(call, { field: 'account', message: fieldMessages.oldSignInToDelete })
    const origin = appOrigin(http, settings)
    await database.transaction(async (transaction) => {
      const context = { ...call, database: transaction }
      await deleteAccount(context, user.id)
      if (user.email !== null) await sendLater(context, { about: 'deletedAccount', to: user.email, origin })
    })
    log.info(`account ${user.id} was deleted`)
    return undefined
  })
}

/** Refuses a caller who may have found an unlocked device: by password, or without one by the age of the sign-in. */
async function requireOwner(
  call: Call<unknown, unknown, { currentPassword?: string | undefined }, 'user'>,
  old: { field: string; message: string },
): Promise<void> {
  const { user, body, settings, clock, http } = call
  if (user.password === null) {
    const since = addSeconds(clock(), -RECENT_SIGN_IN_MINUTES * 60)
    if (!(await signedInSince(call, http, since))) refuse('validation', { errors: { [old.field]: [old.message] } })
    return
  }
  const { currentPassword } = body
  if (currentPassword === undefined) refuse('validation', { errors: { currentPassword: [fieldMessages.required] } })
  if (!(await verifyPassword(currentPassword, user.password, settings.passwordCost))) refuseCurrent()
}

function refuseTaken(): never {
  refuse('validation', { errors: { email: [fieldMessages.emailTaken] } })
}

import { and, eq, gt, isNull } from 'drizzle-orm'
import { passwordsApi, RESET_MINUTES } from '#contract/passwords.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwordHash.ts'
import { addSeconds, hashToken, randomToken, renewToken, revokeTokens, type UserRow } from '#server/accounts/tokens.ts'
import type { Database } from '#server/database/connect.ts'
import { emailChanges, passkeys, passwordResets } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { appOrigin } from '#server/http/appOrigin.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, type ServerContext, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit, liftLimits, uncountAttempt } from '#server/http/throttle.ts'
import type { Mailer } from '#server/notifications/mail/mailer.ts'
import { formatMail, type MailMessage } from '#server/notifications/mail/message.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, mailWords, passwordMessages } from '#server/text/messages.ts'
import { loginLimits, presentUser } from './account.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

export function servePasswords(api: Api, mailer: Mailer): void {
  serve(api, passwordsApi.forgot, async (call) => {
    const { body, settings, http } = call
    await countAttempt(call, [
      { key: `forgot:${clientAddress(http, settings)}`, limit: 20, seconds: HOUR },
      { key: `forgot:${body.email}`, limit: 3, seconds: HOUR },
    ])
    const origin = appOrigin(http, settings)
    mailer.sendLater(() => resetMail(call, body.email, origin))
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
      await revokeTokens({ ...call, database: transaction }, user.id)
      return removedPasskeys
    })
    await uncountAttempt(call, limits)
    await liftLimits(call, loginLimits(address, body.email, undefined))
    sendChangeNotice(mailer, user, appOrigin(http, settings))
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
      return renewToken(context, http)
    })
    await uncountAttempt(call, limits)
    sendChangeNotice(mailer, user, appOrigin(http, settings))
    return { data: { token, user: await presentUser(database, user, clock()) } }
  })
}

/**
 * A reset mail, or undefined for an unknown address. It contains no text of the account: whoever registered the address
 * need not be its owner.
 */
async function resetMail(
  { database, clock }: ServerContext,
  email: string,
  origin: string,
): Promise<MailMessage | undefined> {
  const [user] = await database.select().from(users).where(eq(users.email, email))
  if (!user) return undefined
  const token = randomToken()
  const expiresAt = addSeconds(clock(), RESET_MINUTES * 60)
  await database.insert(passwordResets).values({ hash: hashToken(token), userId: user.id, expiresAt })
  const words = mailWords.reset
  return formatMail({
    to: email,
    subject: words.subject,
    lines: [words.hello, words.asked, words.lasts(RESET_MINUTES)],
    link: { label: words.link, href: `${origin}/auth/reset-password/${token}?email=${encodeURIComponent(email)}` },
    foot: words.foot,
  })
}

/** Informs the user, in case somebody else changed the password. */
function sendChangeNotice(mailer: Mailer, { email }: UserRow, origin: string): void {
  if (email === null) return
  const { changed: words, reset } = mailWords
  mailer.sendLater(async () =>
    formatMail({
      to: email,
      subject: words.subject,
      lines: [reset.hello, words.changed],
      link: { label: words.link, href: `${origin}/auth/forgot-password` },
      foot: words.foot,
    }),
  )
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

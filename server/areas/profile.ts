import { and, eq, gt, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CONFIRM_MINUTES, profileApi } from '#contract/profile.ts'
import { verifyPassword } from '#server/accounts/passwordHash.ts'
import { addSeconds, hashToken, randomToken } from '#server/accounts/tokens.ts'
import { emailChanges, passwordResets } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { appOrigin } from '#server/http/appOrigin.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import type { Mailer } from '#server/notifications/mail/mailer.ts'
import { formatMail, type MailMessage } from '#server/notifications/mail/message.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, mailWords, profileMessages } from '#server/text/messages.ts'
import { presentUser } from './account.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

/** Mounts the calls that change a user's name and e-mail address. */
export function serveProfile(api: Api, mailer: Mailer): void {
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
    if (!(await verifyPassword(body.currentPassword, user.password, settings.passwordCost))) {
      refuse('validation', { errors: { currentPassword: [fieldMessages.currentPassword] } })
    }
    if (body.email === user.email) refuse('validation', { errors: { email: [fieldMessages.emailSame] } })
    const [taken] = await database.select({ id: users.id }).from(users).where(eq(users.email, body.email))
    if (taken) refuseTaken()
    const token = randomToken()
    const change = {
      hash: hashToken(token),
      email: body.email,
      expiresAt: addSeconds(clock(), CONFIRM_MINUTES * 60),
    }
    await database
      .insert(emailChanges)
      .values({ userId: user.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.userId, set: change })
    const origin = appOrigin(http, settings)
    mailer.sendLater(async () => confirmationMail(body.email, `${origin}/auth/confirm-email/${token}`))
    const { email: known } = user
    if (known !== null) mailer.sendLater(async () => noticeMail(known, origin))
    return { message: profileMessages.confirmationSent(body.email) }
  })

  serve(api, profileApi.confirmEmail, async (call) => {
    const { body, database, clock, settings, http } = call
    await countAttempt(call, [{ key: `confirm:${clientAddress(http, settings)}`, limit: 60, seconds: QUARTER_HOUR }])
    const isLive = and(eq(emailChanges.hash, hashToken(body.token)), gt(emailChanges.expiresAt, clock()))
    await database.transaction(async (transaction) => {
      const [change] = await transaction.select().from(emailChanges).where(isLive).for('update')
      if (!change) refuse('validation', { errors: { token: [fieldMessages.confirmLink] } })
      const { userId, email } = change
      // Two users may have requested one address: the second waits until the first has it.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email:${email}`}, 0))`)
      const other = alias(users, 'other')
      const isTaken = transaction
        .select({ id: other.id })
        .from(other)
        .where(and(eq(other.email, email), ne(other.id, userId)))
      const changed = await transaction
        .update(users)
        .set({ email })
        .where(and(eq(users.id, userId), notExists(isTaken)))
        .returning({ id: users.id })
      if (changed.length === 0) refuseTaken()
      // A link in the old mailbox must not reset the password of the new address.
      await transaction.delete(passwordResets).where(eq(passwordResets.userId, userId))
    })
    return { message: profileMessages.confirmed }
  })
}

function confirmationMail(to: string, href: string): MailMessage {
  const { confirm: words, reset } = mailWords
  const lines = [reset.hello, words.asked, words.lasts(CONFIRM_MINUTES / 60)]
  return formatMail({ to, subject: words.subject, lines, link: { label: words.link, href }, foot: words.foot })
}

/** Informs the old mailbox. It does not name the new address: a stranger may read this mailbox. */
function noticeMail(to: string, origin: string): MailMessage {
  const { emailNotice: words, reset } = mailWords
  const link = { label: words.link, href: `${origin}/auth/forgot-password` }
  return formatMail({ to, subject: words.subject, lines: [reset.hello, words.asked], link, foot: words.foot })
}

function refuseTaken(): never {
  refuse('validation', { errors: { email: [fieldMessages.emailTaken] } })
}

import { and, eq, gt } from 'drizzle-orm'
import * as v from 'valibot'
import { RESET_MINUTES } from '#contract/passwords.ts'
import { CONFIRM_MINUTES } from '#contract/profile.ts'
import { addSeconds, hashToken, randomToken } from '#server/accounts/tokens.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { addJob } from '#server/database/jobQueue.ts'
import { emailChanges, passwordResets } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { mailWords } from '#server/text/messages.ts'
import { formatMail, type MailMessage } from './message.ts'

/** The kind of jobs that send letters. */
export const LETTER_JOB = 'letter'

/** The mailbox, and the origin of the app for the link. */
const addressed = { to: v.string(), origin: v.string() }

/** Describes a letter. Its link is made when it is written, so no working link is stored. */
export const Letter = v.variant('about', [
  v.object({ ...addressed, about: v.literal('reset') }),
  v.object({ ...addressed, about: v.literal('changedPassword') }),
  v.object({ ...addressed, about: v.literal('newPasskey'), name: v.string() }),
  v.object({ ...addressed, about: v.literal('confirmation'), userId: v.number() }),
  v.object({ ...addressed, about: v.literal('requestedChange') }),
  v.object({ ...addressed, about: v.literal('deletedAccount') }),
])
export type Letter = v.InferOutput<typeof Letter>

/** Sends a letter when the transaction is committed, by any process, and again after failures. */
export async function sendLater(context: DatabaseContext, letter: Letter): Promise<void> {
  await addJob(context, LETTER_JOB, letter)
}

/** Writes a letter; undefined if there is nobody to send it to, or if it is outdated. */
export async function writeLetter(context: DatabaseContext, letter: Letter): Promise<MailMessage | undefined> {
  if (letter.about === 'reset') return resetLetter(context, letter)
  if (letter.about === 'confirmation') return confirmationLetter(context, letter)
  const { to, origin } = letter
  const { words, line, path = '/auth/forgot-password' } = noticeOf(letter)
  const link = { label: words.link, href: `${origin}${path}` }
  return formatMail({ to, subject: words.subject, lines: [mailWords.reset.hello, line], link, foot: words.foot })
}

interface Notice {
  words: { subject: string; link: string; foot: string }
  line: string
  path?: string
}

/** A notice of a change, in case somebody else made it, with the path of its link. */
function noticeOf(letter: Exclude<Letter, { about: 'reset' | 'confirmation' }>): Notice {
  const { changed, passkey, emailNotice, deleted } = mailWords
  if (letter.about === 'deletedAccount') return { words: deleted, line: deleted.line, path: '/contact' }
  if (letter.about === 'changedPassword') return { words: changed, line: changed.changed }
  if (letter.about === 'newPasskey') return { words: passkey, line: passkey.added(letter.name) }
  // It does not name the new address: a stranger may read this mailbox.
  return { words: emailNotice, line: emailNotice.asked }
}

/** It contains no text of the account: whoever registered the address need not be its owner. */
async function resetLetter(
  { database, clock }: DatabaseContext,
  { to, origin }: Letter,
): Promise<MailMessage | undefined> {
  const [user] = await database.select({ id: users.id }).from(users).where(eq(users.email, to))
  if (!user) return undefined
  const token = randomToken()
  const expiresAt = addSeconds(clock(), RESET_MINUTES * 60)
  await database.insert(passwordResets).values({ hash: hashToken(token), userId: user.id, expiresAt })
  const words = mailWords.reset
  return formatMail({
    to,
    subject: words.subject,
    lines: [words.hello, words.asked, words.lasts(RESET_MINUTES)],
    link: { label: words.link, href: `${origin}/auth/reset-password/${token}?email=${encodeURIComponent(to)}` },
    foot: words.foot,
  })
}

async function confirmationLetter(
  { database, clock }: DatabaseContext,
  { to, origin, userId }: Extract<Letter, { about: 'confirmation' }>,
): Promise<MailMessage | undefined> {
  const token = randomToken()
  const requested = await database
    .update(emailChanges)
    .set({ hash: hashToken(token) })
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.email, to), gt(emailChanges.expiresAt, clock())))
    .returning({ userId: emailChanges.userId })
  if (requested.length === 0) return undefined
  const { confirm: words, reset } = mailWords
  return formatMail({
    to,
    subject: words.subject,
    lines: [reset.hello, words.asked, words.lasts(CONFIRM_MINUTES / 60)],
    link: { label: words.link, href: `${origin}/auth/confirm-email/${token}` },
    foot: words.foot,
  })
}

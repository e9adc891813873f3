import { NAME_MAX } from '#contract/account.ts'
import { telegramApi } from '#contract/telegram.ts'
import { INIT_DATA_LIFETIME, readInitData, type VerifiedInitData } from '#server/accounts/telegramInitData.ts'
import { addSeconds, issueToken, type UserRow } from '#server/accounts/tokens.ts'
import type { Database } from '#server/database/connect.ts'
import { telegramLogins } from '#server/database/schema/access.ts'
import { users } from '#server/database/schema/account.ts'
import { cleanLine, isVisible } from '#server/http/cleanText.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages, telegramName } from '#server/text/messages.ts'
import { presentUser } from './account.ts'

const HOUR = 60 * 60

export function serveTelegram(api: Api): void {
  serve(api, telegramApi.show, ({ settings }) => {
    const bot = settings.telegram?.bot
    const link = bot === undefined ? null : `https://t.me/${bot}?startapp`
    return { data: { open: settings.telegram !== undefined, link } }
  })

  serve(api, telegramApi.signIn, async (call) => {
    const { body, database, clock, settings, http } = call
    const { token: botToken } = settings.telegram ?? refuse('not_found')
    await countAttempt(call, [{ key: `telegram:${clientAddress(http, settings)}`, limit: 60, seconds: HOUR }])
    const vouched = readInitData(body.initData, botToken, clock()) ?? refuseData()
    await countAttempt(call, [{ key: `telegram:${vouched.user.id}`, limit: 20, seconds: HOUR }])
    const { token, user } = await database.transaction(async (transaction) => {
      const known = await findOrCreateUser(transaction, vouched, clock())
      await refuseReplay(transaction, vouched, known.id)
      return { user: known, token: await issueToken({ ...call, database: transaction }, known.id) }
    })
    return { data: { token, user: await presentUser(database, user, clock()) } }
  })
}

/** The account of a Telegram user, created at the first sign-in with the name from Telegram. */
async function findOrCreateUser(
  database: Database,
  { user: telegramUser }: VerifiedInitData,
  now: Date,
): Promise<UserRow> {
  const { id, username, first_name, last_name } = telegramUser
  const telegram = /^\w{1,64}$/.test(username) ? username : null
  const [user] = await database
    .insert(users)
    .values({ name: nameFrom([first_name, last_name]), telegram, telegramId: id, createdAt: now })
    .onConflictDoUpdate({ target: users.telegramId, set: { telegram } })
    .returning()
  if (!user) throw new Error('the written account was not returned')
  return user
}

/** A name within our length limit, without characters that could imitate another name. */
function nameFrom(parts: string[]): string {
  const name = cleanLine(parts.join(' ').replace(/[\0\ud800-\udfff]/gu, ''))
  return isVisible(name) ? cut(name) : telegramName
}

/** Cuts between characters, never inside a surrogate pair. */
function cut(name: string): string {
  let short = ''
  for (const character of name) {
    if (short.length + character.length > NAME_MAX) break
    short += character
  }
  return short
}

/** Refuses `initData` that was used before, for as long as it would be valid. */
async function refuseReplay(database: Database, { hash, at }: VerifiedInitData, userId: number): Promise<void> {
  const taken = await database
    .insert(telegramLogins)
    .values({ hash, userId, expiresAt: addSeconds(at, 2 * INIT_DATA_LIFETIME) })
    .onConflictDoNothing()
    .returning({ userId: telegramLogins.userId })
  if (taken.length === 0) refuseData()
}

function refuseData(): never {
  refuse('validation', { errors: { initData: [fieldMessages.telegram] } })
}

import { eq } from 'drizzle-orm'
import { accountApi, type User } from '#contract/account.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwordHash.ts'
import {
  hashToken,
  issueToken,
  REMEMBERED_LIFETIME,
  refuseToken,
  revokeToken,
  SESSION_LIFETIME,
  type UserRow,
  userWithToken,
} from '#server/accounts/tokens.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { setCsrfCookie } from '#server/http/csrf.ts'
import { type KnownDevice, knownDevice, rememberSignIn } from '#server/http/knownDevice.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit, uncountAttempt } from '#server/http/throttle.ts'
import { hasUnread } from '#server/notifications/unread.ts'
import { refuse } from '#server/platform/refuse.ts'
import { subscriptionOf } from '#server/premium/subscriptions.ts'
import { fieldMessages } from '#server/text/messages.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

export function serveAccount(api: Api): void {
  serve(api, accountApi.csrfCookie, ({ http, settings }) => {
    http.header('Cache-Control', 'no-store')
    setCsrfCookie(http, settings)
    return undefined
  })

  serve(api, accountApi.register, async (call) => {
    const { body, database, clock, settings, http } = call
    await countAttempt(call, [{ key: `register:${clientAddress(http, settings)}`, limit: 60, seconds: HOUR }])
    const [user] = await database
      .insert(users)
      .values({
        name: body.name,
        email: body.email,
        password: await hashPassword(body.password, settings.passwordCost),
        referral: body.ref ?? null,
        createdAt: clock(),
      })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!user) refuse('validation', { errors: { email: [fieldMessages.emailTaken] } })
    await rememberSignIn(call, body.email)
    http.status(201)
    return { data: { token: await issueToken(call, user.id), user: await presentUser(database, user, clock()) } }
  })

  serve(api, accountApi.login, async (call) => {
    const { body, database, settings, http } = call
    const limits = loginLimits(clientAddress(http, settings), body.email, await knownDevice(call, body.email))
    await countAttempt(call, limits)
    const [user] = await database.select().from(users).where(eq(users.email, body.email))
    if (!(await verifyPassword(body.password, user?.password ?? null, settings.passwordCost)) || !user) {
      refuse('credentials')
    }
    await uncountAttempt(call, limits)
    await rememberSignIn(call, body.email)
    const token = await issueToken(call, user.id, body.remember ? REMEMBERED_LIFETIME : SESSION_LIFETIME)
    return { data: { token, user: await presentUser(database, user, call.clock()) } }
  })

  serve(api, accountApi.loginWithToken, async (call) => {
    const { body, database, clock, settings, http } = call
    const limits = [addressLimit(clientAddress(http, settings))]
    await countAttempt(call, limits)
    const user = (await userWithToken(call, body.token)) ?? (await refuseToken(call, hashToken(body.token)))
    await uncountAttempt(call, limits)
    return { data: { token: body.token, user: await presentUser(database, user, clock()) } }
  })

  serve(api, accountApi.logout, async (call) => {
    await revokeToken(call, call.http)
    return undefined
  })

  serve(api, accountApi.show, async ({ user, database, clock }) => ({
    data: await presentUser(database, user, clock()),
  }))
}

/**
 * Limits guesses from one address, at one account, and at one account from many addresses. The last limit would let
 * strangers lock a user out, so the user's own devices have one of their own.
 */
export function loginLimits(address: string, email: string, device: KnownDevice | undefined): Limit[] {
  const limits = [addressLimit(address), { key: `login:${address}:${email}`, limit: 5, seconds: QUARTER_HOUR }]
  if (!device) return [...limits, { key: `login:${email}`, limit: 100, seconds: HOUR }]
  if (device.id === undefined) return limits
  return [...limits, { key: `login:device:${device.id}:${email}`, limit: 20, seconds: HOUR }]
}

/** Limits the failed sign-ins of every kind from one address. */
export function addressLimit(address: string): Limit {
  return { key: `login:${address}`, limit: 100, seconds: QUARTER_HOUR }
}

/** The account as its own devices see it. */
export async function presentUser(database: Database, user: UserRow, now: Date): Promise<User> {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    telegram: user.telegram,
    newNotifications: await hasUnread(database, user.id),
    subscription: await subscriptionOf(database, user.id, now),
    createdAt: user.createdAt.toISOString(),
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { DatabaseContext } from '#server/database/connect.ts'
import { preparedOnce } from '#server/database/preparedOnce.ts'
import { tokens, users } from '#server/database/schema/account.ts'
import { refuse } from '#server/platform/refuse.ts'

export type UserRow = typeof users.$inferSelect

/** A context, and the call that a device makes: what it says of itself is kept with its token. */
type CallContext = DatabaseContext & { http?: Context }

const DAY = 86_400
/** How long a token lives after its last use, in seconds: as long as the app's cookie, or a working day. */
export const REMEMBERED_LIFETIME = 365 * DAY
export const SESSION_LIFETIME = DAY
/** A use is written down at most this often, in ms: reading must not cost a write each time. */
const USE_RECORDED_EVERY = 10 * 60_000
/** Longer ones of what a device says of itself are cut, in characters. */
const MAX_AGENT_LENGTH = 300

/** A new personal access token: 256 random bits, kept here only as their hash. */
export async function issueToken(
  { database, clock, http }: CallContext,
  userId: number,
  lifetime = REMEMBERED_LIFETIME,
): Promise<string> {
  const token = randomToken()
  const now = clock()
  await database.insert(tokens).values({
    hash: hashToken(token),
    userId,
    agent: agentOf(http),
    lifetime,
    createdAt: now,
    usedAt: now,
    expiresAt: addSeconds(now, lifetime),
  })
  return token
}

/** Whose the `Authorization` header of this call is. */
export async function authenticate(context: DatabaseContext, http: Context): Promise<UserRow | null> {
  const token = tokenOf(http)
  return token === undefined ? null : userWithToken({ ...context, http }, token)
}

/** Asked with every call of somebody who is signed in. */
const tokenWithUser = preparedOnce((database) =>
  database
    .select({ user: users, usedAt: tokens.usedAt, lifetime: tokens.lifetime, expiresAt: tokens.expiresAt })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare('whose a token is'),
)

/** Whose a token is; to use it counts as a sign of life of its device. */
export async function userWithToken({ database, clock, http }: CallContext, token: string): Promise<UserRow | null> {
  const now = clock()
  const hash = hashToken(token)
  const [found] = await tokenWithUser(database).execute({ hash })
  if (!found || found.expiresAt.getTime() <= now.getTime()) return null
  if (now.getTime() - found.usedAt.getTime() > USE_RECORDED_EVERY) {
    await database
      .update(tokens)
      .set({ usedAt: now, expiresAt: addSeconds(now, found.lifetime), agent: agentOf(http) })
      .where(eq(tokens.hash, hash))
  }
  return found.user
}

/** The device of this call goes on under a new token; the old one is worth nothing. */
export async function renewToken({ database }: DatabaseContext, http: Context): Promise<string> {
  const token = randomToken()
  const [renewed] = await database
    .update(tokens)
    .set({ hash: hashToken(token) })
    .where(eq(tokens.hash, tokenHash(http)))
    .returning()
  // Another call of the same device has ended it meanwhile.
  return renewed ? token : refuse('unauthenticated')
}

/** Ends the token of this call. */
export async function revokeToken({ database }: DatabaseContext, http: Context): Promise<void> {
  await database.delete(tokens).where(eq(tokens.hash, tokenHash(http)))
}

/** Signs a person out everywhere, or with `kept` everywhere but on the device that calls; answers on how many. */
export async function revokeTokens({ database }: DatabaseContext, userId: number, kept?: Context): Promise<number> {
  const others = kept && ne(tokens.hash, tokenHash(kept))
  const ended = await database
    .delete(tokens)
    .where(and(eq(tokens.userId, userId), others))
    .returning({ id: tokens.id })
  return ended.length
}

/** How the token of this call is kept; of a call without one, a text that no token has. */
export function tokenHash(http: Context): string {
  const token = tokenOf(http)
  return token === undefined ? '' : hashToken(token)
}

export async function deleteExpiredTokens({ database, clock }: DatabaseContext): Promise<void> {
  await database.delete(tokens).where(lt(tokens.expiresAt, clock()))
}

function tokenOf(http: Context): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(http.req.header('Authorization') ?? '')?.[1]
}

/** Nobody guesses it. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function agentOf(http: Context | undefined): string | null {
  return http?.req.header('User-Agent')?.slice(0, MAX_AGENT_LENGTH) ?? null
}

export function addSeconds(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000)
}

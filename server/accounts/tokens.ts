import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { announceSignOut } from '#server/database/changeNotifications.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { preparedOnce } from '#server/database/preparedOnce.ts'
import { endedTokens, tokens, users } from '#server/database/schema/account.ts'
import { refuse } from '#server/platform/refuse.ts'

export type UserRow = typeof users.$inferSelect

/** Optionally with the call of the device: its `User-Agent` is stored with the token. */
type CallContext = DatabaseContext & { http?: Context }

const DAY = 86_400
/** Lifetime of a token after its last use, in seconds: one year like the app's cookie, or one day for a session. */
export const REMEMBERED_LIFETIME = 365 * DAY
export const SESSION_LIFETIME = DAY
/** Uses are recorded at most this often, in ms, so that a read does not cause a write each time. */
const USE_RECORD_INTERVAL = 10 * 60_000
/** A longer `User-Agent` is cut, in characters. */
const MAX_AGENT_LENGTH = 300
/** Ended tokens are deleted after this, in ms: two years, in which a device that is in use calls. */
const ENDED_RETENTION = 2 * 365 * DAY * 1000

/** Issues a personal access token of 256 random bits. Only its hash is stored. */
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

/** The user of the `Authorization` header, or null. */
export async function authenticate(context: DatabaseContext, http: Context): Promise<UserRow | null> {
  const token = tokenOf(http)
  return token === undefined ? null : userWithToken({ ...context, http }, token)
}

/** Runs with every call of a signed-in user. */
const tokenWithUser = preparedOnce((database) =>
  database
    .select({ user: users, usedAt: tokens.usedAt, lifetime: tokens.lifetime, expiresAt: tokens.expiresAt })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare('whose a token is'),
)

/** The user of a token, or null. Records the use, which extends the token's lifetime. */
export async function userWithToken({ database, clock, http }: CallContext, token: string): Promise<UserRow | null> {
  const now = clock()
  const hash = hashToken(token)
  const [found] = await tokenWithUser(database).execute({ hash })
  if (!found || found.expiresAt.getTime() <= now.getTime()) return null
  if (now.getTime() - found.usedAt.getTime() > USE_RECORD_INTERVAL) {
    await database
      .update(tokens)
      .set({ usedAt: now, expiresAt: addSeconds(now, found.lifetime), agent: agentOf(http) })
      .where(eq(tokens.hash, hash))
  }
  return found.user
}

/** Refuses a call whose token is invalid, and tells the device of a deleted account so. */
export async function refuseToken({ database }: DatabaseContext, hash: string): Promise<never> {
  const isDeleted = and(eq(endedTokens.hash, hash), isNull(endedTokens.userId))
  refuse((await database.$count(endedTokens, isDeleted)) > 0 ? 'account_deleted' : 'unauthenticated')
}

/** Replaces the token of this call in the caller's transaction; the old one becomes invalid. */
export async function renewToken({ database, clock }: DatabaseContext, http: Context): Promise<string> {
  const token = randomToken()
  const hash = tokenHash(http)
  const [renewed] = await database
    .update(tokens)
    .set({ hash: hashToken(token) })
    .where(eq(tokens.hash, hash))
    .returning()
  // Another call of the same device has revoked it meanwhile.
  if (!renewed) refuse('unauthenticated')
  await database.insert(endedTokens).values({ hash, userId: renewed.userId, endedAt: clock() })
  return token
}

/** Whether the sign-in that issued the token of this call happened since then. */
export async function signedInSince({ database }: DatabaseContext, http: Context, since: Date): Promise<boolean> {
  const isRecent = and(eq(tokens.hash, tokenHash(http)), gte(tokens.createdAt, since))
  return (await database.select({ id: tokens.id }).from(tokens).where(isRecent)).length > 0
}

/** Revokes the token of this call. */
export async function revokeToken(context: DatabaseContext, http: Context): Promise<void> {
  await endTokens(context, eq(tokens.hash, tokenHash(http)))
}

/** Invalidates the tokens that meet all conditions, and ends their event streams. Returns how many they were. */
export async function endTokens({ database, clock }: DatabaseContext, ...conditions: [SQL, ...SQL[]]): Promise<number> {
  const { rows } = await database.execute<{ user_id: string | number }>(sql`
    with ended as (delete from ${tokens} where ${sql.join(conditions, sql` and `)} returning hash, user_id)
    insert into ${endedTokens} (hash, user_id, ended_at)
    select hash, user_id, ${clock().toISOString()}::timestamptz from ended
    returning user_id`)
  for (const userId of new Set(rows.map((row) => Number(row.user_id)))) await announceSignOut(database, userId)
  return rows.length
}

/**
 * Signs a user out on all devices, or on all but the one that sent `except`. Returns how many devices were signed out.
 */
export async function revokeTokens(context: DatabaseContext, userId: number, except?: Context): Promise<number> {
  const others = except ? [ne(tokens.hash, tokenHash(except))] : []
  return endTokens(context, eq(tokens.userId, userId), ...others)
}

/** The stored hash of this call's token; empty, and thus equal to no hash, for a call without a token. */
export function tokenHash(http: Context): string {
  const token = tokenOf(http)
  return token === undefined ? '' : hashToken(token)
}

/** Ends expired tokens, and deletes those that ended long ago. */
export async function deleteExpiredTokens(context: DatabaseContext): Promise<void> {
  const now = context.clock()
  await endTokens(context, lt(tokens.expiresAt, now))
  await context.database.delete(endedTokens).where(lt(endedTokens.endedAt, new Date(now.getTime() - ENDED_RETENTION)))
}

function tokenOf(http: Context): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(http.req.header('Authorization') ?? '')?.[1]
}

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

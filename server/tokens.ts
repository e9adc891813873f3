import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Database } from './database/connect.ts'
import { tokens, users } from './database/schema/account.ts'

export type Person = typeof users.$inferSelect

interface Frame {
  database: Database
  clock: () => Date
}

const DAY = 86_400
/** How long a token lives after its last use, in seconds: as long as the app's cookie, or a working day. */
const REMEMBERED = 365 * DAY
const PASSING = DAY
/** A use is written down at most this often, in ms: reading must not cost a write each time. */
const USED_GRAIN = 10 * 60_000

/** A new personal access token: 256 random bits, kept here only as their hash. */
export async function giveToken({ database, clock }: Frame, userId: number, remember = true): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const lifetime = remember ? REMEMBERED : PASSING
  await database.insert(tokens).values({
    hash: hashOf(token),
    userId,
    lifetime,
    createdAt: now,
    usedAt: now,
    expiresAt: later(now, lifetime),
  })
  return token
}

/** Whose the `Authorization` header of this call is. */
export async function personOf({ database, clock }: Frame, http: Context): Promise<Person | null> {
  const token = tokenOf(http)
  if (token === undefined) return null
  const now = clock()
  const hash = hashOf(token)
  const [found] = await database
    .select({ user: users, usedAt: tokens.usedAt, lifetime: tokens.lifetime })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.hash, hash), gt(tokens.expiresAt, now)))
  if (!found) return null
  if (now.getTime() - found.usedAt.getTime() > USED_GRAIN) {
    await database
      .update(tokens)
      .set({ usedAt: now, expiresAt: later(now, found.lifetime) })
      .where(eq(tokens.hash, hash))
  }
  return found.user
}

/** Ends the token of this call. */
export async function endToken({ database }: Frame, http: Context): Promise<void> {
  const token = tokenOf(http)
  if (token !== undefined) await database.delete(tokens).where(eq(tokens.hash, hashOf(token)))
}

export async function clearExpiredTokens({ database, clock }: Frame): Promise<void> {
  await database.delete(tokens).where(lt(tokens.expiresAt, clock()))
}

function tokenOf(http: Context): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(http.req.header('Authorization') ?? '')?.[1]
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function later(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000)
}

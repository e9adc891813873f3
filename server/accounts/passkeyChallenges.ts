import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { CHALLENGE_LIFETIME } from '#contract/passkeys.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { passkeyChallenges } from '#server/database/schema/access.ts'
import { ignoring } from '#server/platform/reportError.ts'
import { addSeconds, hashToken, randomToken } from './tokens.ts'

/** The purpose of a challenge: a sign-in, or a new passkey of this user. */
export type ChallengePurpose = 'sign-in' | { userId: number }

const ClientData = v.object({ challenge: v.string() })

/** Creates a challenge for one attempt. Any process of the server can check the answer. */
export async function createChallenge(
  { database, clock }: DatabaseContext,
  purpose: ChallengePurpose,
): Promise<string> {
  const challenge = randomToken()
  await database.insert(passkeyChallenges).values({
    hash: hashToken(challenge),
    userId: userOf(purpose),
    expiresAt: addSeconds(clock(), CHALLENGE_LIFETIME / 1000),
  })
  return challenge
}

/**
 * Takes the challenge that a browser's client data answers; a second answer to it finds none. Returns undefined unless
 * the challenge is ours, of this purpose and not expired.
 */
export async function takeChallenge(
  { database, clock }: DatabaseContext,
  clientDataJSON: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return undefined
  const [taken] = await database
    .delete(passkeyChallenges)
    .where(eq(passkeyChallenges.hash, hashToken(challenge)))
    .returning()
  const isValid = taken && taken.userId === userOf(purpose) && taken.expiresAt.getTime() > clock().getTime()
  return isValid ? challenge : undefined
}

function userOf(purpose: ChallengePurpose): number | null {
  return purpose === 'sign-in' ? null : purpose.userId
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const read = v.safeParse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    return read.success ? read.output.challenge : undefined
  } catch (error) {
    return ignoring('parsing client data', 'SyntaxError')(error)
  }
}

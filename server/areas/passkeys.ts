import { and, desc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { CHALLENGE_LIFETIME, PASSKEYS_MAX, type Passkey, passkeysApi } from '#contract/passkeys.ts'
import { deviceName } from '#server/accounts/deviceName.ts'
import { createChallenge, takeChallenge } from '#server/accounts/passkeyChallenges.ts'
import { ALGORITHMS, relyingPartyId, userHandle, verifyAssertion, verifyCreation } from '#server/accounts/passkeys.ts'
import { issueToken, tokenHash, type UserRow } from '#server/accounts/tokens.ts'
import type { Settings } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { passkeys } from '#server/database/schema/access.ts'
import { tokens, users } from '#server/database/schema/account.ts'
import { requireAppOrigin } from '#server/http/appOrigin.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import { rememberSignIn } from '#server/http/knownDevice.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit, uncountAttempt } from '#server/http/throttle.ts'
import { sendLater } from '#server/notifications/mail/letters.ts'
import { refuse } from '#server/platform/refuse.ts'
import { pageWords, passkeyMessages } from '#server/text/messages.ts'
import { addressLimit, presentUser } from './account.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

const PUBLIC_KEY = 'public-key'

/** Mounts the calls of passkeys (docs/decisions/062-passkeys.md). */
export function servePasskeys(api: Api): void {
  serve(api, passkeysApi.show, ({ settings }) => ({
    data: { open: settings.origins.some((origin) => relyingPartyId(origin) !== undefined) },
  }))

  serve(api, passkeysApi.signInOptions, async (call) => {
    const { settings, http } = call
    const { rpId } = relyingParty(http, settings)
    await countAttempt(call, [optionsLimit(clientAddress(http, settings))])
    const challenge = await createChallenge(call, 'sign-in')
    return { data: { challenge, rpId, timeout: CHALLENGE_LIFETIME, userVerification: 'required' as const } }
  })

  serve(api, passkeysApi.signIn, async (call) => {
    const { body, database, clock, settings, http } = call
    const party = relyingParty(http, settings)
    const address = clientAddress(http, settings)
    // None per account: strangers could exhaust it, and nobody guesses a signature.
    await countAttempt(call, [addressLimit(address)])
    const challenge = await takeChallenge(call, body.response.clientDataJSON, 'sign-in')
    const [found] = await database
      .select({ passkey: passkeys, user: users })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, body.id))
    const { passkey, user } = found ?? refuse('credentials', { message: passkeyMessages.unknown })
    const counter = challenge === undefined ? undefined : await verifyAssertion(body, passkey, { challenge, ...party })
    if (counter === undefined) refuse('credentials', { message: passkeyMessages.notAccepted })
    const token = await database.transaction(async (transaction) => {
      // Its removal, or another sign-in with it, may have happened meanwhile.
      const used = await transaction
        .update(passkeys)
        .set({ counter, usedAt: clock() })
        .where(and(eq(passkeys.id, passkey.id), eq(passkeys.userId, user.id), eq(passkeys.counter, passkey.counter)))
        .returning({ id: passkeys.id })
      if (used.length === 0) refuse('credentials', { message: passkeyMessages.notAccepted })
      return issueToken({ ...call, database: transaction }, user.id)
    })
    await uncountAttempt(call, [addressLimit(address), optionsLimit(address)])
    if (user.email !== null) await rememberSignIn(call, user.email)
    return { data: { token, user: await presentUser(database, user, clock()) } }
  })

  serve(api, passkeysApi.all, async ({ user, database }) => ({
    data: (await passkeysOf(database, user.id)).map(presentPasskey),
  }))

  serve(api, passkeysApi.options, async (call) => {
    const { user, database, settings, http } = call
    const { rpId } = relyingParty(http, settings)
    await countAttempt(call, [creationLimit(user)])
    const known = await passkeysOf(database, user.id)
    if (known.length >= PASSKEYS_MAX) refuseMore()
    return {
      data: {
        challenge: await createChallenge(call, { userId: user.id }),
        rp: { id: rpId, name: pageWords.site },
        user: { id: userHandle(user.id), name: user.email ?? user.name, displayName: user.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: PUBLIC_KEY, alg }) as const),
        timeout: CHALLENGE_LIFETIME,
        // Browsers offer to replace a passkey that the authenticator has already.
        excludeCredentials: known.map(
          ({ credentialId: id, transports }) => ({ id, type: PUBLIC_KEY, transports }) as const,
        ),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        } as const,
        attestation: 'none' as const,
      },
    }
  })

  serve(api, passkeysApi.create, async (call) => {
    const { body, user, database, clock, settings, http } = call
    const party = relyingParty(http, settings)
    await countAttempt(call, [creationLimit(user)])
    const challenge = await takeChallenge(call, body.response.clientDataJSON, { userId: user.id })
    const created = challenge === undefined ? undefined : await verifyCreation(body, { challenge, ...party })
    if (!created) refuse('validation', { message: passkeyMessages.notCreated })
    const name = deviceName(http.req.header('User-Agent') ?? null)
    const passkey = await database.transaction(async (transaction) => {
      // The lock makes concurrent calls of the user count one after the other.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
      // A password reset, which holds the lock too, may have ended this session meanwhile.
      const [token] = await transaction
        .select({ id: tokens.id })
        .from(tokens)
        .where(eq(tokens.hash, tokenHash(http)))
      if (!token) refuse('unauthenticated')
      if ((await transaction.$count(passkeys, eq(passkeys.userId, user.id))) >= PASSKEYS_MAX) refuseMore()
      const transports = [...new Set(body.response.transports)]
      const [added] = await transaction
        .insert(passkeys)
        .values({ ...created, userId: user.id, transports, name, createdAt: clock() })
        .onConflictDoNothing({ target: passkeys.credentialId })
        .returning()
      if (!added) refuse('conflict', { message: passkeyMessages.known })
      const { email } = user
      // In case somebody else added it.
      if (email !== null) {
        const letter = { about: 'newPasskey', to: email, origin: party.origin, name } as const
        await sendLater({ ...call, database: transaction }, letter)
      }
      return added
    })
    return { data: presentPasskey(passkey) }
  })

  serve(api, passkeysApi.remove, async ({ user, database, params }) => {
    const removed = await database
      .delete(passkeys)
      .where(and(eq(passkeys.id, params.id), eq(passkeys.userId, user.id)))
      .returning({ id: passkeys.id })
    if (removed.length === 0) refuse('not_found')
    return undefined
  })
}

/** The user's passkeys, newest first. */
export function passkeysOf(database: Database, userId: number) {
  return database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
}

/** A passkey without its key, as the user sees it. */
export function presentPasskey({ id, name, createdAt, usedAt }: typeof passkeys.$inferSelect): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null }
}

/** Limits the challenges of sign-ins that did not succeed: each is a row until it expires. */
function optionsLimit(address: string): Limit {
  return { key: `passkey:${address}`, limit: 200, seconds: QUARTER_HOUR }
}

function creationLimit({ id }: UserRow): Limit {
  return { key: `passkey:new:${id}`, limit: 60, seconds: HOUR }
}

/** The calling app and the host name that its passkeys belong to. */
function relyingParty(http: Context, settings: Settings): { origin: string; rpId: string } {
  const origin = requireAppOrigin(http, settings)
  return { origin, rpId: relyingPartyId(origin) ?? refuse('forbidden') }
}

function refuseMore(): never {
  refuse('conflict', { message: passkeyMessages.limit(PASSKEYS_MAX) })
}

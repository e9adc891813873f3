import { isIP } from 'node:net'
import type { CreatedPasskey, PasskeyAssertion } from '#contract/passkeys.ts'
import type { passkeys } from '#server/database/schema/access.ts'
import { ignoring } from '#server/platform/reportError.ts'

type StoredPasskey = typeof passkeys.$inferSelect

/** The values that the browser's answer must name. */
interface Expected {
  challenge: string
  /** of the app */
  origin: string
  rpId: string
}

/** Loaded with the first passkey: most of its code reads certificates, and would double what every start loads. */
const loadLibrary = () => import('@simplewebauthn/server')

/** COSE numbers of ES256 and RS256: every authenticator has one of them. */
export const ALGORITHMS = [-7, -257]

/** How the library refuses an answer: with errors of its own, and of what it decodes and verifies with. */
const REFUSALS = [
  ...['Error', 'UnexpectedRPIDHash', 'InvalidBackupFlags', 'AsnSchemaValidationError'],
  ...['TypeError', 'RangeError', 'SyntaxError', 'DataError', 'OperationError', 'NotSupportedError'],
]

/**
 * The host name that passkeys of an app's origin belong to (the "RP id"). Undefined where browsers have no passkeys: at
 * an IP address, and without TLS, except on this machine.
 */
export function relyingPartyId(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? hostname : undefined
}

/** The user's id as their passkeys have it, base64url. Never a name or an address: devices show it to nobody, but keep it. */
export function userHandle(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

/** What the library checks in every answer. */
const checksOf = ({ challenge, origin, rpId }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
})

/** The browser's answer with the fields that the library requires and the contract leaves out. */
const withType = <Answer extends { id: string }>({ id, ...answer }: Answer) =>
  ({ id, rawId: id, type: 'public-key', ...answer, clientExtensionResults: {} }) as const

/** Verifies a new passkey. Returns its key and counter, or undefined if any check fails. */
export async function verifyCreation(
  created: CreatedPasskey,
  expected: Expected,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'> | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...checksOf(expected),
      response: withType(created),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    }
  } catch (error) {
    return ignoring('verifying a new passkey', ...REFUSALS)(error)
  }
}

/** Verifies the answer to a sign-in. Returns the authenticator's new counter, or undefined if any check fails. */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  passkey: StoredPasskey,
  expected: Expected,
): Promise<number | undefined> {
  if (assertion.response.userHandle !== userHandle(passkey.userId)) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...checksOf(expected),
      response: withType(assertion),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    return ignoring('verifying a passkey', ...REFUSALS)(error)
  }
}

import * as v from 'valibot'
import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, listOf, many, one } from './shapes.ts'

/** Lifetime of a challenge, in ms: the browser's dialog may ask for a phone first. */
export const CHALLENGE_LIFETIME = 5 * 60_000
/** Passkeys of one user. */
export const PASSKEYS_MAX = 20

/** The longest credential id of the standard (WebAuthn, section 4), in base64url. */
const CREDENTIAL_MAX = 1_364
/** Authenticators answer with a few hundred bytes; an attestation can have some thousand. */
const ANSWER_MAX = 16_000

const base64url = (max: number) =>
  v.pipe(v.string('required'), v.regex(/^[\w-]+$/, 'invalid'), v.maxLength(max, 'invalid'))
const CredentialId = base64url(CREDENTIAL_MAX)
const Answer = base64url(ANSWER_MAX)

const Transport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type Transport = v.InferOutput<typeof Transport>
/** Ways to an authenticator; those of later versions of the standard are dropped. */
const Transports = listOf(Transport)

const PublicKey = v.literal('public-key')

/** A passkey of the user. */
export const Passkey = v.object({
  id: Id,
  /** the device that created it, as the list of devices names it */
  name: v.string(),
  createdAt: v.string(),
  /** the last sign-in with it; null before the first one */
  usedAt: lenient(v.nullable(v.string()), null),
})
export type Passkey = v.InferOutput<typeof Passkey>

export const PasskeyDoor = v.object({
  /** whether the app is at an address that passkeys can belong to */
  open: lenient(v.boolean(), false),
})

/** Options of `navigator.credentials.create()` as JSON (WebAuthn, section 5.1.8). */
const CreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: PublicKey, alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(v.object({ id: v.string(), type: PublicKey, transports: Transports })),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})

/** Options of `navigator.credentials.get()` as JSON. They name no passkey: the browser offers those of this app. */
const RequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})

/** The browser's new passkey, as `PublicKeyCredential.toJSON()` returns it. Further fields are ignored. */
export const CreatedPasskey = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: Answer,
    attestationObject: Answer,
    transports: lenient(Transports, []),
  }),
})
export type CreatedPasskey = v.InferOutput<typeof CreatedPasskey>

/** The browser's answer to a sign-in. */
export const PasskeyAssertion = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: Answer,
    authenticatorData: Answer,
    signature: Answer,
    /** the user's id, as the passkey has it */
    userHandle: Answer,
  }),
})
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>

/** An extension of the specification: on 404 or 405 the app hides passkeys. */
export const passkeysApi = {
  /** Whether users can sign in with passkeys. */
  show: endpoint('GET', '/api/auth/passkey', { reply: one(PasskeyDoor) }),
  /** Options for a sign-in, with a challenge for one attempt. */
  signInOptions: endpoint('POST', '/api/sanc/passkey/options', { reply: one(RequestOptions) }),
  /** Signs in with a passkey: the same answer as with a password. */
  signIn: endpoint('POST', '/api/sanc/passkey', { body: PasskeyAssertion, reply: one(SignedIn) }),
  /** The user's passkeys, newest first. */
  all: endpoint('GET', '/api/user/passkeys', { access: 'user', reply: many(Passkey) }),
  /** Options for a new passkey, with a challenge for one attempt. */
  options: endpoint('POST', '/api/user/passkeys/options', { access: 'user', reply: one(CreationOptions) }),
  /** Adds the passkey that the browser has created. */
  create: endpoint('POST', '/api/user/passkeys', { access: 'user', body: CreatedPasskey, reply: one(Passkey) }),
  /** 204; the passkey no longer signs in. Devices stay signed in. */
  remove: endpoint('DELETE', '/api/user/passkeys/:id', {
    access: 'user',
    params: v.object({ id: IdText }),
    reply: v.optional(v.unknown()),
  }),
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreatedPasskey, PasskeyAssertion } from '#contract/passkeys.ts'
import { APP_ORIGIN, type Caller, type Member } from './server.ts'

/** False values of an answer. */
export interface Lies {
  challenge?: string
  origin?: string
  rpId?: string
  /** the type of the client data */
  type?: string
  /** false: the device did not confirm its user */
  isVerified?: boolean
  counter?: number
  userHandle?: string
  /** of another passkey */
  id?: string
}

/** An authenticator in software: ES256, attestation "none", a counter that rises with each answer. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  return {
    id,
    /** Answers options of `navigator.credentials.create()`. */
    create(options: { challenge: string; rp: { id: string } }, lies: Lies = {}): CreatedPasskey {
      const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, coseKey(publicKey)])
      const authData = authenticatorData(lies.rpId ?? options.rp.id, lies, lies.counter ?? counter++, attested)
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        id: lies.id ?? id,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers options of `navigator.credentials.get()`. */
    get(options: { challenge: string; rpId: string }, userId: number, lies: Lies = {}): PasskeyAssertion {
      const data = clientData('webauthn.get', options.challenge, lies)
      const authData = authenticatorData(lies.rpId ?? options.rpId, lies, lies.counter ?? ++counter)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        id: lies.id ?? id,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? Buffer.from(String(userId)).toString('base64url'),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Adds a passkey of a member and returns the server's answer. */
export async function addPasskey(member: Caller, authenticator: Authenticator, lies: Lies = {}) {
  const { json } = await member.post('/api/user/passkeys/options')
  return member.post('/api/user/passkeys', authenticator.create(json.data, lies))
}

/** Signs a guest in with a passkey of the member and returns the server's answer. */
export async function signInByPasskey(
  guest: Caller,
  authenticator: Authenticator,
  { id }: Pick<Member, 'id'>,
  lies: Lies = {},
) {
  const { json } = await guest.post('/api/sanc/passkey/options')
  return guest.post('/api/sanc/passkey', authenticator.get(json.data, id, lies))
}

function clientData(type: string, challenge: string, lies: Lies): Buffer {
  const { origin = APP_ORIGIN } = lies
  return Buffer.from(
    JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false }),
  )
}

/** WebAuthn, section 6.1. */
function authenticatorData(rpId: string, { isVerified = true }: Lies, counter: number, attested?: Buffer): Buffer {
  const [present, verified, hasAttested] = [0x01, 0x04, 0x40]
  const flags = present | (isVerified ? verified : 0) | (attested ? hasAttested : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

/** An ES256 key as COSE (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** The head of a CBOR item (RFC 8949, section 3) with an argument below 65,536. */
function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(argument)])
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

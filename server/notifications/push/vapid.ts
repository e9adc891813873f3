import { createECDH, type ECDH } from 'node:crypto'
import { ignoring } from '#server/platform/reportError.ts'

/** Our identity for push services (RFC 8292). Keys are raw, base64url. */
export interface Vapid {
  publicKey: string
  privateKey: string
  /** contact for push services: `mailto:` or `https:` */
  contact: string
}

const CURVE = 'prime256v1'

export function newVapidKey(): string {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return padded(pair.getPrivateKey())
}

export function isVapidKey(text: string): boolean {
  try {
    openKey(text)
    return /^[\w-]{43}$/.test(text)
  } catch (error) {
    ignoring('checking a VAPID key', 'ERR_CRYPTO_INVALID_KEYTYPE')(error)
    return false
  }
}

/** Derives the public key; throws if the private key is invalid. */
export function vapidOf(privateKey: string, contact: string): Vapid {
  return { publicKey: openKey(privateKey).getPublicKey('base64url'), privateKey, contact }
}

/** Whether a browser's public key is a point on the curve, as encryption requires. */
export function isPoint(key: string): boolean {
  try {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    pair.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch (error) {
    ignoring('checking a public key', 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY')(error)
    return false
  }
}

function openKey(privateKey: string): ECDH {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair
}

/** Restores leading zeros, which the library omits. */
function padded(key: Buffer): string {
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

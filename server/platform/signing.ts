import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secrets of `APP_SECRET`, newest first. The first one signs and all are accepted, so a secret can be replaced without
 * invalidating what it signed (docs/operations.md#secrets).
 */
export type Secrets = readonly [newest: string, ...older: string[]]

/** HMAC-SHA-256 of a text with the newest secret, base64url, cut to `length` characters. */
export function sign([secret]: Secrets, text: string, length?: number): string {
  return signWith(secret, text, length)
}

/** The signatures of a text with each secret, newest first. */
export function signatures(secrets: Secrets, text: string): string[] {
  return secrets.map((secret) => signWith(secret, text))
}

/** Whether one of the secrets signed the text. `length` as in {@link sign}. Takes the same time for every signature. */
export function isSigned(secrets: Secrets, text: string, signature: string, length?: number): boolean {
  const given = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(signWith(secret, text, length))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

function signWith(secret: string, text: string, length?: number): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, length)
}

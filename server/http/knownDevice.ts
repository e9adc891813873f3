import { and, gt, inArray } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomToken } from '#server/accounts/tokens.ts'
import type { Settings } from '#server/config.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { throttles } from '#server/database/schema/account.ts'
import { isSigned, sign, signatures as signaturesOf } from '#server/platform/signing.ts'
import { clientAddress, isSecure } from './clientAddress.ts'
import { countAttempt } from './throttle.ts'

/** Id of the device, and a signature for each account that has signed in on it, newest first. */
const COOKIE = 'parde-device'
const ACCOUNTS_MAX = 5
/** How long a device and an address are known after a sign-in, in seconds (180 days). */
const KNOWN_FOR = 180 * 86_400

interface CallContext extends DatabaseContext {
  http: Context
  settings: Settings
}

/** Where an account signs in: exempt from limits that strangers can exhaust. */
export interface KnownDevice {
  /** the device's id, or undefined if only its address is known */
  id: string | undefined
}

/** Records a successful sign-in by its device, in a cookie, and by its address. */
export async function rememberSignIn(call: CallContext, email: string): Promise<void> {
  const { http, settings } = call
  const { id, signatures } = readCookie(http)
  const own = sign(settings.secrets, deviceText(id, email))
  const others = signatures.filter((signature) => signature !== own).slice(0, ACCOUNTS_MAX - 1)
  setCookie(http, COOKIE, [id, own, ...others].join('.'), {
    path: '/api/sanc',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: KNOWN_FOR,
    secure: isSecure(http, settings),
    ...(settings.cookieDomain !== undefined && { domain: settings.cookieDomain }),
  })
  const [key = ''] = addressKeys(call, email)
  await countAttempt(call, [{ key, limit: Number.POSITIVE_INFINITY, seconds: KNOWN_FOR }])
}

/** The device of this call, if the account has signed in on it or from its address before. */
export async function knownDevice(call: CallContext, email: string): Promise<KnownDevice | undefined> {
  const { database, clock, http, settings } = call
  const { id, signatures } = readCookie(http)
  if (signatures.some((one) => isSigned(settings.secrets, deviceText(id, email), one))) return { id }
  const [known] = await database
    .select({ key: throttles.key })
    .from(throttles)
    .where(and(inArray(throttles.key, addressKeys(call, email)), gt(throttles.resetsAt, clock())))
  return known && { id: undefined }
}

/** A new device gets an id, which is sent only with a signature. */
function readCookie(http: Context): { id: string; signatures: string[] } {
  const [id = '', ...signatures] = (getCookie(http, COOKIE) ?? '').split('.')
  return /^[\w-]{43}$/.test(id)
    ? { id, signatures: signatures.slice(0, ACCOUNTS_MAX) }
    : { id: randomToken(), signatures: [] }
}

const deviceText = (id: string, email: string) => `device:${id}:${email}`

/** By each secret, newest first. Hashed: they are stored for longer than limits, which name addresses. */
function addressKeys({ http, settings }: CallContext, email: string): string[] {
  const text = `address:${clientAddress(http, settings)}:${email}`
  return signaturesOf(settings.secrets, text).map((signature) => `signed-in:${signature}`)
}

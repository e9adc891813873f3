import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { ignoring } from '#server/platform/reportError.ts'

/** Older `initData` is refused, in seconds (docs/api.md). */
export const INIT_DATA_LIFETIME = 86_400
/** Tolerance between Telegram's clock and ours, in seconds. */
const CLOCK_TOLERANCE = 60

const TelegramUser = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  first_name: v.fallback(v.string(), ''),
  last_name: v.fallback(v.string(), ''),
  username: v.fallback(v.string(), ''),
  is_bot: v.fallback(v.boolean(), false),
})

/** The user that Telegram vouches for. */
export interface VerifiedInitData {
  user: v.InferOutput<typeof TelegramUser>
  /** the signature, in hexadecimal */
  hash: string
  /** when Telegram signed it */
  at: Date
}

/**
 * Verifies the `initData` of a Telegram web app. Returns undefined if the signature is not from this bot's token, if it
 * is older than a day or from the future, or if it names no user.
 * Telegram's algorithm: all fields except `hash`, sorted, one per line, signed with HMAC-SHA-256. The key is the bot
 * token, itself signed with the key "WebAppData".
 */
export function readInitData(initData: string, botToken: string, now: Date): VerifiedInitData | undefined {
  const fields = [...new URLSearchParams(initData)]
  const names = new Set(fields.map(([name]) => name))
  // A repeated field would be ambiguous.
  if (names.size !== fields.length) return undefined
  const given = new Map(fields)
  const signed = fields
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const hash = hmac(hmac('WebAppData', botToken), signed)
  if (!isSame(hash, given.get('hash') ?? '')) return undefined
  const at = Number(given.get('auth_date'))
  const age = now.getTime() / 1000 - at
  if (!Number.isInteger(at) || age > INIT_DATA_LIFETIME || age < -CLOCK_TOLERANCE) return undefined
  const user = readUser(given.get('user') ?? '')
  return user && { user, hash: hash.toString('hex'), at: new Date(at * 1000) }
}

function readUser(json: string): VerifiedInitData['user'] | undefined {
  try {
    const read = v.safeParse(TelegramUser, JSON.parse(json))
    return read.success && !read.output.is_bot ? read.output : undefined
  } catch (error) {
    return ignoring('parsing a Telegram user', 'SyntaxError')(error)
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSame(hash: Buffer, hexadecimal: string): boolean {
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(hexadecimal) ? hexadecimal : '', 'hex')
  return given.length === hash.length && timingSafeEqual(given, hash)
}

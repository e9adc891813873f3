import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Settings } from '#server/config.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isSigned, type Secrets, sign } from '#server/platform/signing.ts'
import { isSecure } from './clientAddress.ts'

const COOKIE = 'XSRF-TOKEN'
const HEADER = 'X-XSRF-TOKEN'
const DAYS = 30

/**
 * Sets the cookie whose value unsafe calls must repeat in `X-XSRF-TOKEN`; the app's scripts may read it. A valid cookie
 * is kept: a new one would break calls that are in flight.
 */
export function setCsrfCookie(http: Context, settings: Settings): void {
  const current = cookiesOf(http).find((token) => isOurs(token, settings.secrets))
  const random = randomBytes(24).toString('base64url')
  setCookie(http, COOKIE, current ?? `${random}.${sign(settings.secrets, signedText(random))}`, {
    path: '/',
    sameSite: 'Lax',
    maxAge: DAYS * 86_400,
    secure: isSecure(http, settings),
    ...(settings.cookieDomain !== undefined && { domain: settings.cookieDomain }),
  })
}

/** Passes an unsafe call only if its header equals one of its cookies and carries our signature. */
export function csrfGuard(settings: Settings): MiddlewareHandler {
  return async (http, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(http.req.method)) {
      const header = http.req.header(HEADER)
      if (header === undefined || !isOurs(header, settings.secrets) || !cookiesOf(http).includes(header)) {
        refuse('csrf_mismatch')
      }
    }
    await next()
  }
}

/** All cookies of this name: one of the host and one of the domain may coexist. */
function cookiesOf(http: Context): string[] {
  return (http.req.header('Cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
}

function isOurs(token: string, secrets: Secrets): boolean {
  const [random = '', signature = ''] = token.split('.')
  return isSigned(secrets, signedText(random), signature)
}

const signedText = (random: string) => `csrf:${random}`

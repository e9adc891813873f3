/** The only module that reads and writes cookies. The worker has no document and uses the Cookie Store API. */

import { ignoring } from './ignoring.ts'
import type { CookieName } from './inventory.ts'
import { pageDocument } from './page.ts'

interface Jar {
  get(name: string): Promise<{ value?: string } | null>
}

/** False in a worker without the Cookie Store API (Safari before 18.4, Firefox before 140). */
export function canReadCookies(): boolean {
  return pageDocument() !== undefined || 'cookieStore' in globalThis
}

export async function readCookie(name: CookieName): Promise<string | undefined> {
  const read = readCookieNow(name)
  if (read !== undefined || pageDocument()) return read
  const jar = (globalThis as { cookieStore?: Jar }).cookieStore
  const found = await jar?.get(name).catch(ignoring('TypeError', 'SecurityError'))
  return found?.value === undefined ? undefined : decode(found.value)
}

/** Reads a cookie synchronously. Always undefined in the worker. */
export function readCookieNow(name: CookieName): string | undefined {
  for (const part of (pageDocument()?.cookie ?? '').split('; ')) {
    const [key, ...rest] = part.split('=')
    if (key === name) return decode(rest.join('='))
  }
  return undefined
}

/** Writes a cookie for `days` days. `days` 0 deletes the cookie; without `days` it lasts for the browser session. */
export function writeCookie(name: CookieName, value: string, days?: number) {
  const page = pageDocument()
  if (!page) return
  const age = days === undefined ? '' : `; Max-Age=${Math.round(days * 86_400)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (failure) {
    ignoring('URIError')(failure)
    return text
  }
}

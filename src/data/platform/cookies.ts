/** The only place that touches cookies. In the worker, where there is no document, the Cookie Store is asked. */

import { pageDocument } from './page.ts'

interface Jar {
  get(name: string): Promise<{ value?: string } | null>
}

export async function readCookie(name: string): Promise<string | undefined> {
  const read = readCookieNow(name)
  if (read !== undefined || pageDocument()) return read
  const jar = (globalThis as { cookieStore?: Jar }).cookieStore
  const found = await jar?.get(name).catch(() => null)
  return found?.value === undefined ? undefined : decode(found.value)
}

/** As `readCookie`, at once; always nothing in the worker. */
export function readCookieNow(name: string): string | undefined {
  for (const part of (pageDocument()?.cookie ?? '').split('; ')) {
    const [key, ...rest] = part.split('=')
    if (key === name) return decode(rest.join('='))
  }
  return undefined
}

/** `days` 0 ends the cookie; without `days` it lasts for the browser session. */
export function writeCookie(name: string, value: string, days?: number) {
  const page = pageDocument()
  if (!page) return
  const age = days === undefined ? '' : `; Max-Age=${Math.round(days * 86_400)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { device } from '#data/database/device.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { isAbsoluteUrl } from '#data/platform/isAbsoluteUrl.ts'
import { pageDocument } from '#data/platform/page.ts'

const KEY = 'apiBase'

/**
 * Returns the API's base URL without a trailing slash: `<meta name="api-base">` if present, otherwise the page's host
 * prefixed with `api.`, or the local default (docs/api.md#base-address). The worker has no document and reads the URL
 * that the page stored.
 */
export async function apiBase(): Promise<string> {
  if (pageDocument()) return apiBaseNow()
  const { meta } = await device()
  const stored = await meta.get(KEY).catch(ignoring(...STORAGE_ERRORS))
  return typeof stored?.value === 'string' ? stored.value : fromHost(location)
}

/** Stores the page's base URL for the worker. */
export async function storeApiBase(): Promise<void> {
  const { meta } = await device()
  await meta.put({ key: KEY, value: apiBaseNow() })
}

/** Computes the base URL synchronously. Page only. */
export function apiBaseNow(): string {
  const named = pageDocument()?.querySelector('meta[name="api-base"]')?.getAttribute('content')?.trim()
  if (named) {
    const url = readUrl(named)
    if (url) return url.href.replace(/\/+$/, '')
  }
  return fromHost(location)
}

/** Resolves an address relative to the API base. Page only. */
export function apiAddress(address: string): string {
  return isAbsoluteUrl(address) ? address : `${apiBaseNow()}/${address.replace(/^\/+/, '')}`
}

function readUrl(text: string): URL | undefined {
  try {
    const url = new URL(text, location.href)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch (failure) {
    return ignoring('TypeError')(failure)
  }
}

function fromHost({ protocol, hostname, host }: { protocol: string; hostname: string; host: string }): string {
  if (hostname === 'localhost' || hostname === '127.0.0.1') return `http://${hostname}:8787`
  return `${protocol}//api.${host}`
}

import { device } from '#data/database/device.ts'
import { pageDocument } from '#data/platform/page.ts'

const KEY = 'apiBase'
let known: string | undefined

/**
 * Where the API is, without a slash at the end: `<meta name="api-base">` when the deployment names one, else the
 * page's host with `api.` before it, and on this machine the fixed fallback of the API page. The worker has no
 * document: it uses what the page wrote down for it.
 */
export async function apiBase(): Promise<string> {
  if (known !== undefined) return known
  if (pageDocument()) {
    known = apiBaseNow()
    void storeForWorker(known)
    return known
  }
  const { meta } = await device()
  const kept = await meta.get(KEY).catch(() => undefined)
  known = typeof kept?.value === 'string' ? kept.value : fromHost(location)
  return known
}

async function storeForWorker(base: string) {
  const { meta } = await device()
  await meta.put({ key: KEY, value: base }).catch(() => undefined)
}

/** As `apiBase`, in the page, at once. */
export function apiBaseNow(): string {
  const named = pageDocument()?.querySelector('meta[name="api-base"]')?.getAttribute('content')?.trim()
  if (named) {
    const url = readUrl(named)
    if (url) return url.href.replace(/\/+$/, '')
  }
  return fromHost(location)
}

function readUrl(text: string): URL | undefined {
  try {
    const url = new URL(text, location.href)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}

function fromHost({ protocol, hostname, host }: { protocol: string; hostname: string; host: string }): string {
  if (hostname === 'localhost' || hostname === '127.0.0.1') return `http://${hostname}:8787`
  return `${protocol}//api.${host}`
}

import { v7 as uuid } from 'uuid'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'

/** The headers that every POST needs, with a CSRF token of the server. */
export async function csrfHeaders(base: string): Promise<Record<string, string>> {
  const cookie = (await fetch(`${base}/sanctum/csrf-cookie`)).headers.get('Set-Cookie') ?? ''
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
  return { 'Content-Type': 'application/json', Cookie: `XSRF-TOKEN=${xsrf}`, 'X-XSRF-TOKEN': xsrf }
}

/** The headers of a new mutation. */
export function mutationHeaders(device: string, sequence: number): Record<string, string> {
  return {
    [HEADER_KEY]: uuid(),
    [HEADER_CLIENT]: device,
    [HEADER_SEQ]: String(sequence),
    [HEADER_AGE]: '0',
  }
}

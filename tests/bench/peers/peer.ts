/** One way of keeping taps until they are sent, as the bench drives it: the same taps, the same server, the same weather. */
export interface Candidate {
  name: string
  /** One tap. Resolves when it would outlive the page. */
  save: (title: BenchTitle) => Promise<void>
  /** Sends what waits; resolves when nothing waits any more. */
  send: () => Promise<void>
  /** How many titles a person would see as saved now. */
  seen: () => Promise<number>
  /** Writes so many titles as if the server had sent them; nothing where the library keeps no list. */
  fill?: (titles: BenchTitle[]) => Promise<void>
  /** The first rows of the list, newest first, from the device; answers how many came. */
  first?: (count: number) => Promise<number>
}

export interface BenchTitle {
  id: number
  titleFa: string
  titleEn: string
  [field: string]: unknown
}

export interface Setup {
  apiUrl: string
  token: string
  user: { id: number; name: string }
}

/** The call every peer makes for a tap, as an app on it would write it: with a key, so that the server can be exact. */
export async function post(setup: Setup, key: string, titleId: number): Promise<void> {
  const request = await requestOf(setup, key, titleId)
  const answer = await fetch(request)
  if (!answer.ok) throw new HttpError(answer.status)
}

export class HttpError extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`)
  }
}

export async function requestOf(setup: Setup, key: string, titleId: number): Promise<Request> {
  return new Request(`${setup.apiUrl}/api/user/watchlist/${titleId}`, {
    method: 'POST',
    credentials: 'include',
    headers: { ...(await headersOf(setup)), 'Idempotency-Key': key },
    body: JSON.stringify({ saved: true }),
  })
}

async function headersOf({ apiUrl, token }: Setup): Promise<Record<string, string>> {
  const csrf = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
  if (csrf() === undefined) await fetch(`${apiUrl}/sanctum/csrf-cookie`, { credentials: 'include' })
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Authorization: `Bearer ${token}`,
    'X-XSRF-TOKEN': decodeURIComponent(csrf() ?? ''),
  }
}

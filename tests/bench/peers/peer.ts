/** An outbox implementation under test. All get the same mutations, server and network conditions. */
export interface Candidate {
  name: string
  /** Enqueues one mutation. Resolves when it would survive closing the page. */
  save: (title: BenchTitle) => Promise<void>
  /** Sends the outbox. Resolves when it is empty. */
  send: () => Promise<void>
  /** The number of titles that the user would see as saved. */
  seen: () => Promise<number>
  /** Stores titles as if pulled from the server; undefined where the library stores no lists. */
  fill?: (titles: BenchTitle[]) => Promise<void>
  /** Reads the first rows of the list, newest first, from the device. Returns their number. */
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

/** The call that every candidate makes for a mutation, with an idempotency key. */
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

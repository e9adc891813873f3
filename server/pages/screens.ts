/** The screen at an address, as far as its head depends on it. */
export type Screen =
  | { kind: 'list'; path: ListPath }
  | { kind: 'title' | 'files' | 'genre' | 'collection'; id: string; slug: string | undefined }
  | { kind: 'person'; role: string; id: string; slug: string | undefined }
  /** A screen that must not be indexed: personal, or an intermediate step. */
  | { kind: 'private' }

export const LIST_PATHS = [
  '/',
  '/tv',
  '/categories',
  '/collections',
  '/comingsoon',
  '/contact',
  '/premium/plans',
] as const
export type ListPath = (typeof LIST_PATHS)[number]

const PRIVATE = [
  '/telegram-app',
  '/on-this-device',
  '/share',
  '/watch/trailer/:imdb',
  '/watch/:imdb/:id',
  '/screenshots/:id',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password/:token',
  '/auth/confirm-email/:token',
  '/auth/logout',
  '/premium/plans/:id',
  '/premium/join/:id',
  '/user/watchlist',
  '/user/history',
  '/user/calendar',
  '/user/dashboard',
  '/user/account',
  '/user/delete-account',
  '/user/edit-password',
  '/user/downloads',
  '/user/notifications',
  '/user/new-request',
  '/successful-payment',
  '/gopremium',
  '/gift',
].map((path) => path.split('/'))

/**
 * The screen at a decoded path (docs/specification.md, section 2); undefined for a 404. A test checks that every route
 * of the app is listed. A record's slug may be missing.
 */
export function screenAt(path: string): Screen | undefined {
  const list = LIST_PATHS.find((one) => one === path)
  if (list !== undefined) return { kind: 'list', path: list }
  const [before, area, ...parts] = path.split('/')
  if (before !== '') return undefined
  const [id = '', slug, ...more] = area === 'people' ? parts.slice(1) : parts
  const isRecord = more.length === 0 && id !== '' && slug !== ''
  if (isRecord && area === 'titles') return { kind: slug === 'files' ? 'files' : 'title', id, slug }
  if (isRecord && area === 'genres') return { kind: 'genre', id, slug }
  if (isRecord && area === 'collections') return { kind: 'collection', id, slug }
  if (isRecord && area === 'people') return { kind: 'person', role: parts[0] ?? '', id, slug }
  return PRIVATE.some((pattern) => fits(pattern, path.split('/'))) ? { kind: 'private' } : undefined
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((one, at) => (one.startsWith(':') ? parts[at] !== '' : one === parts[at]))
  )
}

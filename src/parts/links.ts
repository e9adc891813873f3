/** Where a title's page is, for a `Link`. */
export function titleLink({ id, path }: { id: number; path: string }) {
  return { to: '/titles/$id/$slug', params: { id: String(id), slug: slugOf(path) } } as const
}

/** Where a genre's page is. Titles carry no address of their genres: the page puts the right slug in by itself. */
export function genreLink({ id, titleFa, path }: { id: number; titleFa: string; path?: string }) {
  const slug = path === undefined ? titleFa.trim().replace(/[\s/\\]+/g, '-') || '-' : slugOf(path)
  return { to: '/genres/$id/$slug', params: { id: String(id), slug } } as const
}

/** The last part of a record's path, as it is read in the address. */
export function slugOf(path: string): string {
  const slug = path.split('/')[3] ?? ''
  try {
    return decodeURIComponent(slug) || '-'
  } catch {
    return slug
  }
}

/** A link that leads to this very sight is the current one, and no other: the router would take any wider sight for it. */
export const EXACT = { exact: true } as const

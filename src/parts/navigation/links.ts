import type { PersonRole } from '#contract/people.ts'
import { watchKey } from '#contract/watch.ts'

/** Where a title's page is, for a `Link`. */
export function titleLink({ id, path }: { id: number; path: string }) {
  return { to: '/titles/$id/$slug', params: { id: String(id), slug: slugOf(path) } } as const
}

/** Where a genre's page is. Titles carry no address of their genres: the page puts the right slug in by itself. */
export function genreLink({ id, titleFa, path }: { id: number; titleFa: string; path?: string }) {
  const slug = path === undefined ? titleFa.trim().replace(/[\s/\\]+/g, '-') || '-' : slugOf(path)
  return { to: '/genres/$id/$slug', params: { id: String(id), slug } } as const
}

/** Where a collection's page is. */
export function collectionLink({ id, path }: { id: number; path: string }) {
  return { to: '/collections/$id/$slug', params: { id: String(id), slug: slugOf(path) } } as const
}

/** Where a person's page is: in the role people know them for, unless told. */
export function personLink({ id, path, job }: { id: number; path: string; job: PersonRole }, role: PersonRole = job) {
  return { to: '/people/$role/$id/$slug', params: { role, id: String(id), slug: slugOf(path, 4) } } as const
}

type Named = { id: number; imdb: string | null }

/** Where something is played: a file, an episode in the best version there is, or, unless told, the title itself. */
export function watchLink(title: Named, id: number = title.id) {
  return { to: '/watch/$imdb/$id', params: { imdb: watchKey(title), id: String(id) } } as const
}

/** Where a title's trailer is played. */
export function trailerLink(title: Named) {
  return { to: '/watch/trailer/$imdb', params: { imdb: watchKey(title) } } as const
}

/** Where the versions of a title are, to play and to take along. */
export function filesLink({ id }: { id: number }) {
  return { to: '/titles/$id/files', params: { id: String(id) } } as const
}

/** Where the pictures out of a title are. */
export function screenshotsLink({ id }: { id: number }) {
  return { to: '/screenshots/$id', params: { id: String(id) } } as const
}

/** The last part of a record's path, as it is read in the address; `at`: which part that is. */
export function slugOf(path: string, at = 3): string {
  const slug = path.split('/')[at] ?? ''
  try {
    return decodeURIComponent(slug) || '-'
  } catch {
    return slug
  }
}

/** A link that leads to this very sight is the current one, and no other: the router would take any wider sight for it. */
export const EXACT = { exact: true } as const

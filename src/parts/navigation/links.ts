import type { PersonRole } from '#contract/people.ts'
import { watchKey } from '#contract/watch.ts'
import { ignoring } from '#data/platform/ignoring.ts'

/** Link to a title's page. */
export function titleLink({ id, path }: { id: number; path: string }) {
  return { to: '/titles/$id/$slug', params: { id: String(id), slug: slugOf(path) } } as const
}

/** Link to a genre's page. Titles carry no path for their genres; the genre page corrects the slug. */
export function genreLink({ id, titleFa, path }: { id: number; titleFa: string; path?: string }) {
  const slug = path === undefined ? titleFa.trim().replace(/[\s/\\]+/g, '-') || '-' : slugOf(path)
  return { to: '/genres/$id/$slug', params: { id: String(id), slug } } as const
}

/** Link to a collection's page. */
export function collectionLink({ id, path }: { id: number; path: string }) {
  return { to: '/collections/$id/$slug', params: { id: String(id), slug: slugOf(path) } } as const
}

/** Link to a person's page, by default in the role they are best known for. */
export function personLink({ id, path, job }: { id: number; path: string; job: PersonRole }, role: PersonRole = job) {
  return { to: '/people/$role/$id/$slug', params: { role, id: String(id), slug: slugOf(path, 4) } } as const
}

type Named = { id: number; imdb: string | null }

/**
 * Link to the player: for a file, for an episode, or by default for the title. `dub`: the dubbed or the other version;
 * by default the file's own, or the server's choice.
 */
export function watchLink(title: Named, id: number = title.id, dub?: boolean) {
  const search: { dub?: 0 | 1 } = dub === undefined ? {} : { dub: dub ? 1 : 0 }
  return { to: '/watch/$imdb/$id', params: { imdb: watchKey(title), id: String(id) }, search } as const
}

/** Link to a title's trailer. */
export function trailerLink(title: Named) {
  return { to: '/watch/trailer/$imdb', params: { imdb: watchKey(title) } } as const
}

/** Link to the files of a title, to play and to download. */
export function filesLink({ id }: { id: number }) {
  return { to: '/titles/$id/files', params: { id: String(id) } } as const
}

/** Link to a title's screenshots. */
export function screenshotsLink({ id }: { id: number }) {
  return { to: '/screenshots/$id', params: { id: String(id) } } as const
}

/** The decoded slug of a record's path; `at`: index of its path segment. */
export function slugOf(path: string, at = 3): string {
  const slug = path.split('/')[at] ?? ''
  try {
    return decodeURIComponent(slug) || '-'
  } catch (failure) {
    ignoring('URIError')(failure)
    return slug
  }
}

/**
 * Marks a link as current only when the search parameters match too: by default the router also marks links with fewer
 * parameters.
 */
export const EXACT = { exact: true } as const

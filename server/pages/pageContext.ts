import type { Database } from '#server/database/connect.ts'
import type { ApiLocation } from '#server/http/apiLocation.ts'
import { heightOf, SHARED_FORMAT, SHARED_WIDTHS } from '#server/pictures/sizes.ts'
import type { HeadImage } from './head.ts'

/** The database, the time and the origins, for heads of pages. */
export interface PageContext {
  database: Database
  clock: () => Date
  /** Returns the absolute URL of an app path, or the path itself if the app's origin is unknown. */
  whole(path: string): string
  /** Returns the absolute URL of an API path, where pictures are. */
  wholeOfApi(path: string): string | undefined
}

export function pageContext(
  context: Pick<PageContext, 'database' | 'clock'>,
  origin: string | undefined,
  { base, origin: apiOrigin }: ApiLocation,
): PageContext {
  // A base path is relative to the app's origin, and picture addresses are relative to the base (`poster` in the
  // contract).
  const api = base?.startsWith('/') ? origin && `${origin}${base}` : (base ?? apiOrigin)
  return {
    ...context,
    whole: (path) => `${origin ?? ''}${path}`,
    wholeOfApi: (path) => api && `${api.replace(/\/$/, '')}${path}`,
  }
}

/** A record's picture for link previews. */
export function sharedPicture(
  { wholeOfApi }: PageContext,
  shape: 'backdrop' | 'portrait',
  template: string | null,
  alt: string,
): HeadImage | undefined {
  const width = SHARED_WIDTHS[shape]
  if (template === null || width === undefined) return undefined
  const url = wholeOfApi(template.replace('{width}', String(width)).replace('{format}', SHARED_FORMAT))
  return url === undefined ? undefined : { url, width, height: heightOf(shape, width), alt }
}

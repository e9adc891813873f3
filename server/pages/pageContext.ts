import type { Database } from '#server/database/connect.ts'
import type { ApiLocation } from '#server/http/apiLocation.ts'
import { heightOf, SHARED_FORMAT, SHARED_WIDTHS } from '#server/pictures/sizes.ts'
import type { HeadImage } from './head.ts'

/** What a page's head is made from. */
export interface PageContext {
  database: Database
  clock: () => Date
  /** Makes a whole address of a path of the app; the path itself where nobody knows where the app lives. */
  whole(path: string): string
  /** The same for the API, where the pictures are. */
  wholeOfApi(path: string): string | undefined
}

export function pageContext(
  frame: Pick<PageContext, 'database' | 'clock'>,
  origin: string | undefined,
  { base, origin: apiOrigin }: ApiLocation,
): PageContext {
  // A base that is a path stands on the app's own origin; pictures stand on the base (contract, `poster`).
  const api = base?.startsWith('/') ? origin && `${origin}${base}` : (base ?? apiOrigin)
  return {
    ...frame,
    whole: (path) => `${origin ?? ''}${path}`,
    wholeOfApi: (path) => api && `${api.replace(/\/$/, '')}${path}`,
  }
}

/** A picture of a record for those who show a link to its page. */
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

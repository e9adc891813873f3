import { createHash } from 'node:crypto'
import { pageWords } from '#server/text/messages.ts'
import { dataText, escaped } from './escape.ts'

/** A page's metadata for search engines and link previews. */
export interface Head {
  /** the tab title, as the app sets it */
  title: string
  description: string | undefined
  /** canonical path and query; undefined if the page must not be indexed */
  path: string | undefined
  type: 'website' | 'video.movie' | 'video.tv_show' | 'profile'
  image: HeadImage | undefined
  /** schema.org objects with `@type`; their URLs are absolute */
  data: readonly object[]
}

export interface HeadImage {
  /** absolute URL */
  url: string
  width: number
  height: number
  alt: string
}

/** Longer descriptions would be cut by search engines, in characters. */
const DESCRIPTION_MAX = 200

/** Replaces title and description of `html` by the head. `origin` is the app's public origin. */
export function withHead(html: string, head: Head, origin: string | undefined): string {
  const title = `<title>${escaped(head.title)}</title>`
  const tags = tagsOf(head, origin).join('')
  const data = head.data.map((one) => `<script type="application/ld+json">${dataText(one)}</script>`).join('')
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${title}${tags}</head>`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${data}</body>`)
}

/** A hash of the head, for ETags. */
export function tagOf(head: Head, origin: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([head, origin]))
    .digest('base64url')
    .slice(0, 16)
}

function tagsOf({ title, description, path, type, image }: Head, origin: string | undefined): string[] {
  const text = description === undefined ? undefined : truncate(description)
  if (path === undefined)
    return ['<meta name="robots" content="noindex" />', ...(text ? [meta('description', text)] : [])]
  const url = origin === undefined ? undefined : `${origin}${path}`
  return [
    ...(text ? [meta('description', text), property('og:description', text)] : []),
    ...(url === undefined ? [] : [`<link rel="canonical" href="${escaped(url)}" />`, property('og:url', url)]),
    property('og:type', type),
    property('og:title', title),
    property('og:site_name', pageWords.site),
    property('og:locale', 'fa_IR'),
    ...(image
      ? [
          property('og:image', image.url),
          property('og:image:type', 'image/jpeg'),
          property('og:image:width', String(image.width)),
          property('og:image:height', String(image.height)),
          property('og:image:alt', image.alt),
        ]
      : []),
    meta('twitter:card', image && image.width > image.height ? 'summary_large_image' : 'summary'),
  ]
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escaped(content)}" />`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escaped(content)}" />`
}

/** Cuts after a whole word and adds an ellipsis. */
function truncate(text: string): string {
  const signs = [...text]
  if (signs.length <= DESCRIPTION_MAX) return text
  const cut = signs.slice(0, DESCRIPTION_MAX).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).replace(/[،؛:.\s]+$/u, '')}…`
}

import { createHash } from 'node:crypto'
import { pageWords } from '#server/text/messages.ts'
import { dataText, escaped } from './escape.ts'

/** What the head of a page says to those who do not run it: search engines, and whoever shows a link to it. */
export interface Head {
  /** in the tab, as the app writes it there */
  title: string
  description: string | undefined
  /** the one address of what is shown: path and query on this site; nothing where the page is not to be found at all */
  path: string | undefined
  type: 'website' | 'video.movie' | 'video.tv_show' | 'profile'
  image: HeadImage | undefined
  /** schema.org, each with its own `@type`; its addresses are whole */
  data: readonly object[]
}

export interface HeadImage {
  /** whole */
  url: string
  width: number
  height: number
  alt: string
}

/** Longer descriptions are cut by everybody who shows them, in characters. */
const DESCRIPTION_MAX = 200

/** `html` with the head in the place of its own title and description; `origin`: where the app is known to live. */
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

/** The same for the same head, for ETags. */
export function tagOf(head: Head, origin: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([head, origin]))
    .digest('base64url')
    .slice(0, 16)
}

function tagsOf({ title, description, path, type, image }: Head, origin: string | undefined): string[] {
  const text = description === undefined ? undefined : shortened(description)
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

/** Whole words of it, with an ellipsis where it goes on. */
function shortened(text: string): string {
  const signs = [...text]
  if (signs.length <= DESCRIPTION_MAX) return text
  const cut = signs.slice(0, DESCRIPTION_MAX).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).replace(/[،؛:.\s]+$/u, '')}…`
}

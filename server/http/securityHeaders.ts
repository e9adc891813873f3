import { createHash } from 'node:crypto'

/** One year, the minimum that browsers' preload lists ask for; sent over TLS only. */
export const HSTS = 'max-age=31536000; includeSubDomains'

/** Telegram's web clients show apps in a frame. */
const TELEGRAM = 'https://*.telegram.org'

interface PageFacts {
  films: string | undefined
  inTelegram: boolean
  styles: readonly string[]
}

/**
 * Headers of the app's own files (docs/quality.md).
 * `api`: the API's origin, undefined if it is ours; `films`: the origin that films are redirected to; `inTelegram`: a page that only Telegram may frame; `styles`: hashes
 * of the page's style sheets.
 */
export function securityHeaders(
  api: string | undefined,
  { films, inTelegram = false, styles = [] }: Partial<PageFacts> = {},
): Record<string, string> {
  const and = api === undefined ? '' : ` ${api}`
  const andFilms = films === undefined ? and : `${and} ${films}`
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The hash of the empty text: Emotion inserts one empty inline style.
    ["style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='", ...styles].join(' '),
    `img-src 'self' data: blob:${and}`,
    `media-src 'self' blob:${andFilms}`,
    `connect-src 'self'${andFilms}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${inTelegram ? TELEGRAM : "'none'"}`,
    "require-trusted-types-for 'script'",
    // The page's only policy; it creates the worker's URL.
    'trusted-types parde',
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    // `X-Frame-Options` cannot allow a single site.
    ...(!inTelegram && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  }
}

/** Headers of the page that shows the API's document (`/api/docs`). It loads from no other host and sends to none. */
export function readerHeaders(): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The reader writes style attributes and style sheets into the page.
      "style-src 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/** Hashes of the inline style sheets of a page, as a content security policy names them. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

import { createHash } from 'node:crypto'

/** Over TLS: one year, as browsers ask for. */
export const HSTS = 'max-age=31536000; includeSubDomains'

/** Where Telegram's web clients live, which show apps in a frame. */
const TELEGRAM = 'https://*.telegram.org'

/**
 * Headers of the app's own files (quality page, "Security"). `api` is the origin of the API, nothing when it is ours;
 * `inTelegram`: a page that Telegram may frame, and nobody else; `styles`: hashes of the style sheets in the page.
 */
export function securityHeaders(
  api: string | undefined,
  { inTelegram = false, styles = [] }: { inTelegram?: boolean; styles?: readonly string[] } = {},
): Record<string, string> {
  const and = api === undefined ? '' : ` ${api}`
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The hash is of the empty text: the one inline style Emotion needs.
    ["style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='", ...styles].join(' '),
    `img-src 'self' data: blob:${and}`,
    `media-src 'self' blob:${and}`,
    `connect-src 'self'${and}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${inTelegram ? TELEGRAM : "'none'"}`,
    "require-trusted-types-for 'script'",
    // The page's one policy: it makes the worker's address and nothing else.
    'trusted-types parde',
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    // It knows no way to name one site.
    ...(!inTelegram && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  }
}

/** How a content policy names the style sheets that stand in a page of ours. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

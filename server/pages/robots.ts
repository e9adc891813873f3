/** Paths closed to crawlers: personal screens, intermediate steps, and endless result lists. */
const DISALLOWED = [
  '/user/',
  '/auth/',
  '/watch/',
  '/screenshots/',
  '/premium/join/',
  '/telegram-app',
  '/*?*q=',
  '/*?*order_by=',
]

export function robotsText(origin: string | undefined): string {
  return [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    ...(origin === undefined ? [] : ['', `Sitemap: ${origin}/sitemap.xml`]),
    '',
  ].join('\n')
}

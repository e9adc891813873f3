/** Not to be asked for by those who search for others: personal pages, steps on the way, and the endless lists of a query. */
const CLOSED = [
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
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    ...(origin === undefined ? [] : ['', `Sitemap: ${origin}/sitemap.xml`]),
    '',
  ].join('\n')
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i

/**
 * The app's origin for URLs that are read elsewhere: the first of `APP_ORIGINS`, otherwise the request's host if it is
 * a valid host name. The caller controls the host, and a page should have a single address.
 */
export function publicOrigin(
  configured: string | undefined,
  { host, isSecure }: { host: string; isSecure: boolean },
): string | undefined {
  if (configured !== undefined) return configured
  return HOST.test(host) ? `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}` : undefined
}

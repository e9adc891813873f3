const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i

/**
 * Where the app lives, for addresses that are read elsewhere. The first of `APP_ORIGINS` when it is set: a host name in a
 * call is the caller's to write, and one page is to have one address. Else what the caller named, if that is a host.
 */
export function publicOrigin(
  configured: string | undefined,
  { host, isSecure }: { host: string; isSecure: boolean },
): string | undefined {
  if (configured !== undefined) return configured
  return HOST.test(host) ? `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}` : undefined
}

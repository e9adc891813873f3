import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Settings } from '#server/config.ts'

type Trust = Pick<Settings, 'proxies'>

/** Whether the call reached us, or the first of our proxies, over TLS. */
export function isSecure(http: Context, { proxies }: Trust): boolean {
  if (proxies > 0) return http.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https'
  return new URL(http.req.url).protocol === 'https:'
}

/**
 * The caller's address for rate limits: an IPv4 address, or the /64 of an IPv6 address, because a household can use a
 * whole /64. Trusts only as many `X-Forwarded-For` entries as there are proxies of ours.
 */
export function clientAddress(http: Context, { proxies }: Trust): string {
  const forwarded = (http.req.header('X-Forwarded-For') ?? '').split(',').map((one) => one.trim())
  const address = proxies > 0 ? forwarded.at(-proxies) : remoteAddress(http)
  if (!address) return 'unknown'
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 64)
  return isIPv6(plain) ? network64(plain) : plain
}

/** Undefined when the server is called in-process. */
function remoteAddress(http: Context): string | undefined {
  return http.env?.incoming ? getConnInfo(http).remote.address : undefined
}

function network64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Address ranges that are not public (RFC 6890): clients must not make us call them. */
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, bits, 'ipv4')
}
/** The public IPv6 ranges; some addresses inside the first one are mapped to IPv4. */
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  inside.addSubnet(net, bits, 'ipv6')
}

/**
 * Whether an endpoint is an https URL with a public host name at the default port. The address behind the name is
 * checked when it is called.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return isIP(hostname.replace(/[[\]]/g, '')) === 0 && /\.[a-z][a-z0-9-]*$/i.test(hostname)
}

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !inside.check(address, 'ipv4')
  return kind === 6 && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** Looks up names like the system, and refuses results that are not public. */
export const lookUpOutside: LookupFunction = (hostname, options, found) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '')
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return found(Object.assign(new Error(`${hostname} is not allowed for a push service`), { code: 'EACCES' }), '')
    }
    if (options.all) return found(null, addresses)
    found(null, first.address, first.family)
  })
}

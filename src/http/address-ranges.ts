// Address arithmetic: one written form for each address, membership in ranges, and the prefix
// under which clients share a key. Which header names the client is decided in client-address.ts.
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

export type AddressRanges = readonly (readonly [Address, number])[]

/**
 * An address in dotted or colon form, or undefined. IPv4 mapped into IPv6 comes back as IPv4; the
 * zone index of an IPv6 address is dropped.
 */
export function parseAddress(text: string): Address | undefined {
  // node:net is strict where ipaddr.js also takes octal, hexadecimal and shortened IPv4.
  return isIP(text) === 0 ? undefined : ipaddr.process(unambiguous(text))
}

/** `10.0.0.0/8,::1` as ranges, or undefined if an entry is neither an address nor a range. */
export function parseAddressRanges(text: string): AddressRanges | undefined {
  const ranges: (readonly [Address, number])[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [base = ''] = entry.split('/', 1)
    if (isIP(base) === 0) return undefined
    const prefix = entry.slice(base.length) || (isIPv6(base) ? '/128' : '/32')
    const range = unambiguous(base) + prefix
    if (!ipaddr.isValidCIDR(range)) return undefined
    ranges.push(asIpv4Range(...ipaddr.parseCIDR(range)))
  }
  return ranges
}

export function isInRanges(address: Address, ranges: AddressRanges): boolean {
  return ranges.some(
    ([base, length]) => base.kind() === address.kind() && address.match(base, length),
  )
}

/** The key under which a client is limited: IPv4 whole, IPv6 cut to `ipv6Prefix` bits. */
export function addressKey(address: Address, ipv6Prefix: number): string {
  if (ipv6Prefix === 128 || address.kind() === 'ipv4') return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${ipv6Prefix}`)
  return `${network}/${ipv6Prefix}`
}

/** Drops the zone index. ipaddr.js takes `::1.2.3.4` for mapped IPv4: only `::ffff:1.2.3.4` is. */
function unambiguous(text: string): string {
  return text.replace(/%.*$/s, '').replace(/^::(?=\d+\.)/, '::0:')
}

/** A range over mapped addresses (`::ffff:10.0.0.0/104`) holds the IPv4 addresses it maps. */
function asIpv4Range(address: Address, length: number): readonly [Address, number] {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96
  return mapped ? [address.toIPv4Address(), length - 96] : [address, length]
}

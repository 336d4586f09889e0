// Who is calling, by address: the socket's peer, or what trusted proxies say of it. Never decides
// whether the caller may come in.
import type { IncomingMessage } from 'node:http'
import {
  type Address,
  type AddressRanges,
  addressKey,
  isInRanges,
  parseAddress,
} from './address-ranges.ts'

export interface ClientAddress {
  /** Full written form, for rows and logs. */
  readonly text: string
  /** What limiters and slot shares are keyed by. */
  readonly key: string
  /** Whether the socket's peer itself is a trusted proxy. */
  readonly viaTrustedProxy: boolean
}

export type ClientAddressReader = (request: IncomingMessage) => ClientAddress

export interface ClientAddressSettings {
  readonly trustedProxies: AddressRanges
  readonly clientIpv6Prefix: number
}

const UNKNOWN: ClientAddress = { text: 'unknown', key: 'unknown', viaTrustedProxy: false }

/**
 * Walks from the socket's peer along `X-Forwarded-For` from its right end: each hop is believed
 * only while the one before it is a trusted proxy. An entry that is no address ends the walk.
 */
export function clientAddressReader(settings: ClientAddressSettings): ClientAddressReader {
  return (request) => {
    const peer = parseAddress(request.socket.remoteAddress ?? '')
    if (!peer) return UNKNOWN
    const viaTrustedProxy = isInRanges(peer, settings.trustedProxies)
    const client = viaTrustedProxy ? walk(peer, request, settings.trustedProxies) : peer
    return {
      text: client.toString(),
      key: addressKey(client, settings.clientIpv6Prefix),
      viaTrustedProxy,
    }
  }
}

function walk(peer: Address, request: IncomingMessage, trusted: AddressRanges): Address {
  const header = request.headers['x-forwarded-for']
  if (header === undefined) return peer
  const hops = (Array.isArray(header) ? header.join(',') : header).split(',')
  let client = peer
  for (let index = hops.length - 1; index >= 0 && isInRanges(client, trusted); index -= 1) {
    const hop = parseAddress(withoutPort((hops[index] ?? '').trim()))
    if (!hop) break
    client = hop
  }
  return client
}

/** `1.2.3.4:5678` and `[::1]:5678` carry a port; a bare IPv6 address has colons of its own. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)
  if (bracketed) return bracketed[1] ?? ''
  return /^[^:]*:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry
}

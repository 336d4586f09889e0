// Who is calling, by address: the socket's peer, or what trusted proxies say of it. Never decides
// whether the caller may come in.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Address,
  type AddressRanges,
  addressKey,
  isInRanges,
  parseAddress,
} from '../http/address-ranges.ts'

export interface ClientAddress {
  /** Full written form, for rows and logs. */
  readonly text: string
  /** What limiters and slot shares are keyed by. */
  readonly key: string
  /** Whether the socket's peer itself is a trusted proxy. */
  readonly viaTrustedProxy: boolean
}

export type ClientAddressReader = (request: IncomingMessage) => ClientAddress

interface ClientAddressSettings {
  readonly trustedProxies: AddressRanges
  readonly clientIpv6Prefix: number
}

const UNKNOWN = { text: 'unknown', key: 'unknown' } as const

/**
 * Walks from the socket's peer along `X-Forwarded-For` from its right end: each hop is believed
 * only while the one before it is a trusted proxy. An entry that is no address ends the walk.
 */
export function clientAddressReader(settings: ClientAddressSettings): ClientAddressReader {
  /** The peer of each connection: read once for all the requests that it sends. */
  const peers = new WeakMap<Socket, Peer>()
  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket)
    if (known) return known
    const address = parseAddress(socket.remoteAddress ?? '')
    const viaTrustedProxy = address !== undefined && isInRanges(address, settings.trustedProxies)
    const written = address ? writtenForms(address, settings) : UNKNOWN
    const peer = { address, client: { ...written, viaTrustedProxy } }
    peers.set(socket, peer)
    return peer
  }
  return (request) => {
    const { address, client } = peerOf(request.socket)
    // Node joins several of them into one text.
    const forwarded = request.headers['x-forwarded-for'] as string | undefined
    if (!address || !client.viaTrustedProxy || forwarded === undefined) return client
    const named = walk(address, forwarded, settings.trustedProxies)
    return { ...writtenForms(named, settings), viaTrustedProxy: true }
  }
}

interface Peer {
  readonly address: Address | undefined
  /** The client where no forwarding header is sent, or none is believed. */
  readonly client: ClientAddress
}

function writtenForms(
  address: Address,
  { clientIpv6Prefix }: ClientAddressSettings,
): Pick<ClientAddress, 'text' | 'key'> {
  return { text: address.toString(), key: addressKey(address, clientIpv6Prefix) }
}

function walk(peer: Address, header: string, trusted: AddressRanges): Address {
  const hops = header.split(',')
  let client = peer
  for (let index = hops.length - 1; index >= 0 && isInRanges(client, trusted); index -= 1) {
    const hop = parseAddress(withoutPort((hops[index] ?? '').trim()))
    if (!hop) break
    client = hop
  }
  return client
}

/**
 * `1.2.3.4:5678` and `[::1]:5678` carry a port; a bare IPv6 address has colons but no port.
 * Anything else behind a colon is left in place, so that the entry is no address.
 */
function withoutPort(entry: string): string {
  const [, bracketed, bare, port = '0'] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(entry) ?? []
  return Number(port) > 65_535 ? entry : (bracketed ?? bare ?? entry)
}

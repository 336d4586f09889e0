import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { clientAddressReader } from '../../src/gate/client-address.ts'
import { parseAddressRanges } from '../../src/http/address-ranges.ts'

const trustedProxies = parseAddressRanges('10.0.0.0/8, 127.0.0.1, ::1/128, 2001:db8::/32') ?? []

const read = (peer: string | undefined, forwarded?: string, clientIpv6Prefix = 128) =>
  clientAddressReader({ trustedProxies, clientIpv6Prefix })({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

describe('client address', () => {
  it('is the peer’s where the peer is no trusted proxy, whatever it forwards', () => {
    assert.equal(read('203.0.113.9', '1.1.1.1').text, '203.0.113.9')
    for (const forwarded of [undefined, '', '1.1.1.1', '10.0.0.1', '127.0.0.1, 10.0.0.1']) {
      assert.equal(read('203.0.113.9', forwarded).viaTrustedProxy, false, forwarded)
      assert.equal(read('10.0.0.1', forwarded).viaTrustedProxy, true, forwarded)
    }
  })

  it('is the rightmost forwarded address that is not a trusted proxy', () => {
    for (const [forwarded, client] of [
      ['1.1.1.1', '1.1.1.1'],
      ['9.9.9.9, 1.1.1.1', '1.1.1.1'],
      ['9.9.9.9,1.1.1.1 , 10.1.2.3', '1.1.1.1'],
      ['1.1.1.1, 2001:db8::7, 10.0.0.1', '1.1.1.1'],
      ['10.0.0.7, 10.0.0.8', '10.0.0.7'],
      ['1.1.1.1:443', '1.1.1.1'],
      ['1.1.1.1:65535', '1.1.1.1'],
      ['2001:db9::1%eth0', '2001:db9::1'],
      ['[2001:db9::1]:443', '2001:db9::1'],
      ['[2001:db9::1]', '2001:db9::1'],
      ['2001:0DB9:0:0::1', '2001:db9::1'],
      ['::ffff:1.1.1.1', '1.1.1.1'],
      ['::ffff:101:101', '1.1.1.1'],
      ['::1.1.1.1', '::101:101'],
      ['::0:1.1.1.1', '::101:101'],
    ] as const) {
      assert.equal(read('127.0.0.1', forwarded).text, client, forwarded)
    }
  })

  it('ends at the last good address before an entry that is none', () => {
    for (const [forwarded, client] of [
      ['1.1.1.1, unknown', '127.0.0.1'],
      ['1.1.1.1, unknown, 10.0.0.9', '10.0.0.9'],
      ['', '127.0.0.1'],
      ['1.1.1.1,', '127.0.0.1'],
      ['0x7f.1', '127.0.0.1'],
      ['1.1.1', '127.0.0.1'],
      ['_hidden', '127.0.0.1'],
      ['1.2.3.4%eth0', '127.0.0.1'],
      ['203.0.113.9:99999999', '127.0.0.1'],
      ['203.0.113.9:65536', '127.0.0.1'],
      ['203.0.113.9:', '127.0.0.1'],
      ['203.0.113.9:http', '127.0.0.1'],
      ['[2001:db9::1]:65536', '127.0.0.1'],
      ['[2001:db9::1]x', '127.0.0.1'],
      ['[2001:db9::1', '127.0.0.1'],
    ] as const) {
      assert.equal(read('127.0.0.1', forwarded).text, client, forwarded)
    }
  })

  it('writes a mapped IPv4 peer as IPv4, and believes it as such', () => {
    assert.equal(read('::ffff:203.0.113.9').text, '203.0.113.9')
    assert.equal(read('::ffff:10.0.0.1', '1.1.1.1').text, '1.1.1.1')
  })

  it('takes no other IPv6 address for the IPv4 one that its end spells', () => {
    assert.equal(read('::10.0.0.1', '1.1.1.1').text, '::a00:1')
    assert.equal(read('64:ff9b::10.0.0.1', '1.1.1.1').text, '64:ff9b::a00:1')
    assert.equal(read('::0.0.0.1').text, '::1')
  })

  it('never throws, whatever is forwarded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (forwarded) => {
        assert.notEqual(read('127.0.0.1', forwarded).text, '')
      }),
    )
  })

  it('is unknown where the peer has none, and such a peer is no trusted proxy', () => {
    const unknown = { text: 'unknown', key: 'unknown', viaTrustedProxy: false }
    for (const forwarded of [undefined, '1.1.1.1']) {
      assert.deepEqual(read(undefined, forwarded), unknown)
    }
  })

  it('shares a key by the IPv6 prefix but keeps the full text', () => {
    const [a, b] = ['2001:db9:1:2:3::4', '2001:db9:1:2:ffff::9'].map((peer) => read(peer, '', 64))
    assert.equal(a?.key, b?.key)
    assert.notEqual(a?.text, b?.text)
    assert.notEqual(read('2001:db9:1:3::', '', 64).key, a?.key)
    assert.equal(read('1.2.3.4', '', 64).key, '1.2.3.4')
  })
})

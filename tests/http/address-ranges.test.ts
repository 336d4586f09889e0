import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addressKey,
  isInRanges,
  parseAddress,
  parseAddressRanges,
} from '../../src/http/address-ranges.ts'

describe('the key of an address', () => {
  it('cuts a prefix at any bit', () => {
    const address = parseAddress('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')
    assert.ok(address)
    assert.equal(addressKey(address, 33), 'ffff:ffff:8000::/33')
    assert.equal(addressKey(address, 127), 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127')
    assert.equal(addressKey(address, 32), 'ffff:ffff::/32')
  })
})

describe('address ranges', () => {
  it('are refused whole if one entry is neither an address nor a range', () => {
    for (const bad of ['10.0.0.0/33', '10.0.0/8', 'localhost', '10.0.0.1/', '::1/129', '1/2/3']) {
      assert.equal(parseAddressRanges(`127.0.0.1,${bad}`), undefined, bad)
    }
    assert.deepEqual(parseAddressRanges(''), [])
  })

  it('written over mapped addresses hold the IPv4 addresses they map, and no others', () => {
    const holds = (text: string, addressText: string) => {
      const [ranges, address] = [parseAddressRanges(text), parseAddress(addressText)]
      assert.ok(ranges && address)
      return isInRanges(address, ranges)
    }
    for (const [range, inside, outside] of [
      ['::ffff:10.0.0.0/104', '10.255.255.255', '11.0.0.0'],
      ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2'],
      ['::ffff:0:0/96', '203.0.113.9', '2001:db8::1'],
      ['10.0.0.0/8', '::ffff:10.0.0.1', '::a00:1'],
      ['10.0.0.0/8', '10.0.0.1', '::10.0.0.1'],
      ['::10.0.0.1', '::a00:1', '10.0.0.1'],
    ] as const) {
      assert.ok(holds(range, inside), `${inside} in ${range}`)
      assert.ok(!holds(range, outside), `${outside} in ${range}`)
    }
  })
})

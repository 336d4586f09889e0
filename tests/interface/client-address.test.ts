// The client's address: the socket's peer, or what trusted proxies say of who stands before them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { App } from '../../src/http/server.ts'
import { sharedService } from '../support/observe.ts'
import { startTestService } from '../support/service.ts'
import { exchange, openConnection, urlOf } from '../support/sockets.ts'

/** An open route that shows the address. */
function probes(app: App): void {
  app.get('/api/v1/open-probe', { config: { access: 'open' } }, async (request) => ({
    address: request.client().text,
  }))
}

const addressIn = (body: unknown): string => (body as { address: string }).address

describe('the client’s address', () => {
  const service = sharedService({
    mountMore: probes,
    settings: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48' },
  })
  const addressOf = async (remoteAddress: string, forwarded?: string) => {
    const response = await service().app.inject({
      url: '/api/v1/open-probe',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
    return addressIn(response.json())
  }

  for (const [what, peer, forwarded, expected] of [
    ['is the socket’s peer without the header', '203.0.113.1', undefined, '203.0.113.1'],
    ['is an untrusted peer whatever it says', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['is what a trusted peer says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'is the rightmost that is no trusted proxy',
      '127.0.0.1',
      '192.0.2.1, 198.51.100.1, 10.0.0.5',
      '198.51.100.1',
    ],
    ['is the leftmost where all are trusted', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['is the last good one before a bad entry', '127.0.0.1', 'x, 10.0.0.2', '10.0.0.2'],
    ['is the peer where the last entry is bad', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['is the peer where the header is empty', '127.0.0.1', '', '127.0.0.1'],
    ['is written without a port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['is written without brackets and port', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['is written in the short form', '127.0.0.1', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['is IPv4 where it was mapped into IPv6', '127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['is IPv4 for a mapped peer', '::ffff:203.0.113.1', undefined, '203.0.113.1'],
    [
      'walks on past a mapped trusted peer',
      '::ffff:127.0.0.1',
      '198.51.100.1, ::ffff:10.0.0.9',
      '198.51.100.1',
    ],
    ['walks past trusted IPv6', '2001:db8:ffff::1', '2001:db8::9', '2001:db8::9'],
    ['takes no octal or shortened IPv4', '127.0.0.1', '0127.0.0.1', '127.0.0.1'],
  ] as const) {
    it(what, async () => {
      assert.equal(await addressOf(peer, forwarded), expected)
    })
  }

  it('reads several headers as one', async () => {
    const url = await urlOf(service())
    const { body } = await exchange(
      url,
      'GET /api/v1/open-probe HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 198.51.100.1\r\n' +
        'X-Forwarded-For: 10.0.0.1\r\n\r\n',
    )
    assert.equal(addressIn(JSON.parse(body)), '198.51.100.1')
  })

  it('is known of who resets the connection as soon as the request is sent', async () => {
    const seen: string[] = []
    await using own = await startTestService({
      mountMore: (app) =>
        app.get('/api/v1/open-probe', { config: { access: 'open' } }, async (request) => {
          seen.push(request.client().text)
          return {}
        }),
    })
    const url = await urlOf(own)
    const request = 'GET /api/v1/open-probe HTTP/1.1\r\nHost: test\r\n\r\n'
    for (let n = 0; n < 20; n += 1) {
      const connection = openConnection(url)
      await once(connection.socket, 'connect')
      connection.send(request)
      connection.socket.resetAndDestroy()
      await connection.closed
    }
    await exchange(url, request)
    assert.deepEqual([...new Set(seen)], ['127.0.0.1'])
  })

  it('is that of the connection where no proxy is trusted', async () => {
    await using alone = await startTestService({
      mountMore: probes,
      settings: { TRUSTED_PROXIES: '' },
    })
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const response = await alone.get('/api/v1/open-probe', undefined, headers)
    assert.equal(addressIn(response.json()), '127.0.0.1')
  })
})

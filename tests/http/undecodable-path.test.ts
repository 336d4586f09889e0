import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { decodableUrl } from '../../src/http/undecodable-path.ts'

const routedAs = (url: string) => decodableUrl({ url } as IncomingMessage)

describe('a path that cannot be decoded', () => {
  it('is routed as one under /api/ where it is, however that is written', () => {
    for (const url of [
      '/api/%zz',
      '/%61pi/v1/%',
      '/api/v1/me/%ff?limit=1',
      'http://host/api/%zz',
      'HTTPS://host:8000/%61p%69/%zz',
    ]) {
      assert.equal(routedAs(url), '/api/undecodable-path', url)
    }
    for (const url of ['/%zz', '/docs/%zz', '/apis/%zz', '/%zzapi/x', 'http://api/%zz']) {
      assert.equal(routedAs(url), '/undecodable-path', url)
    }
  })

  it('is none where only the query cannot be decoded', () => {
    for (const url of ['/api/v1/me?q=%zz', '/docs', '/%D0%B0', 'http://host/api/v1/me?%']) {
      assert.equal(routedAs(url), url)
    }
  })
})

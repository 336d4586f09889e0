// GET /docs: the pages that show the reference, outside the gate.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedService } from '../support/observe.ts'
import { exchange, urlOf } from '../support/sockets.ts'

describe('the reference', () => {
  const service = sharedService()

  it('can be browsed at /docs without a caller, and without a word from another host', async () => {
    const page = await service().get('/docs')
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.body, /<title>Trade-in valuation service<\/title>/)
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
    assert.ok(sources.length > 0)
    for (const url of sources) {
      assert.ok(url.startsWith('/docs/') || url.startsWith('./'), url)
      assert.equal((await service().get(url.replace(/^\./, '/docs'))).status, 200, url)
    }
  })

  it('lets its pages load what is the service’s, over plain HTTP too, and be framed by nobody', async () => {
    for (const url of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js']) {
      const { headers } = await service().get(url)
      assert.equal(
        headers['content-security-policy'],
        "default-src 'self';base-uri 'none';frame-ancestors 'none';img-src 'self' data:;object-src 'none'",
        url,
      )
      assert.equal(headers['x-frame-options'], 'DENY', url)
    }
  })

  it('answers for a file that it does not have like any unknown path', async () => {
    const url = await urlOf(service())
    for (const file of [
      'nope.css',
      '.hidden',
      'swagger-ui.css/',
      '%2e%2e/x',
      '%2e%2e%2fx',
      'a%00b',
      './x',
      '/x',
      '%5cx',
      'x'.repeat(5_000),
    ]) {
      const request = `GET /docs/static/${file} HTTP/1.1\r\nHost: x\r\n\r\n`
      const { status, body, headers } = await exchange(url, request)
      assert.deepEqual([status, body], [404, '{"detail":"не найдено"}'], file)
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeXml } from '../../src/text/xml-text.ts'

describe('text in XML', () => {
  it('cannot open a tag or an entity', () => {
    assert.equal(escapeXml('<b>1 > 0</b>'), '&lt;b&gt;1 &gt; 0&lt;/b&gt;')
    assert.equal(escapeXml('&lt; & &amp;'), '&amp;lt; &amp; &amp;amp;')
  })

  it('keeps quotes as they are: between tags they mean nothing', () => {
    assert.equal(escapeXml(`«дом» "А" 'Б'`), `«дом» "А" 'Б'`)
  })
})

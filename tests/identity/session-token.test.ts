import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  hasTokenForm,
  newSessionToken,
  sessionTokenDigest,
} from '../../src/identity/session-token.ts'

describe('session token', () => {
  it('is 32 random bytes in base64url, never the same twice', () => {
    const tokens = Array.from({ length: 1000 }, newSessionToken)
    assert.equal(new Set(tokens).size, 1000)
    for (const token of tokens) {
      assert.ok(hasTokenForm(token))
      assert.equal(Buffer.from(token, 'base64url').length, 32)
    }
  })

  it('has one form; anything else is refused', () => {
    const token = newSessionToken()
    for (const other of ['', token.slice(1), `${token}A`, token.replace(/.$/, '='), ` ${token}`]) {
      assert.equal(hasTokenForm(other), false)
    }
  })

  it('is kept as SHA-256, or as HMAC-SHA-256 under a secret', () => {
    const token = newSessionToken()
    assert.deepEqual(sessionTokenDigest(token, ''), createHash('sha256').update(token).digest())
    assert.deepEqual(
      sessionTokenDigest(token, 'k'),
      createHmac('sha256', 'k').update(token).digest(),
    )
  })
})

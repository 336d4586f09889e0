// The session token: what it looks like, how one is made, and the digest under which it is kept.
// The token itself is only ever in the cookie.
import { createHmac, hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN_FORM = /^[\w-]{43}$/

/** 32 random bytes in base64url: 43 characters. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** A value without this form is no session: no database read is needed to know it. */
export function hasTokenForm(value: string): boolean {
  return TOKEN_FORM.test(value)
}

/** SHA-256 of the token's characters, or HMAC-SHA-256 keyed with `secret` where there is one. */
export function sessionTokenDigest(token: string, secret: string): Buffer {
  const digest =
    secret === ''
      ? hash('sha256', token, 'binary')
      : createHmac('sha256', secret).update(token).digest('binary')
  // Made from a string, the Buffer comes from Node's pool: one allocation less for every request.
  return Buffer.from(digest, 'latin1')
}

// What an address comes to on an index, where a test knows which outcome it must have.
import assert from 'node:assert/strict'
import type { AddressIndex } from '../../src/addresses/index/address-index.ts'
import { resolveAddress } from '../../src/addresses/resolve.ts'
import type { Suggestion } from '../../src/addresses/table/address.ts'

/** The one place that the address is, and whether it is as written. */
export function matched(
  index: AddressIndex,
  text: string,
): Suggestion & { readonly isAsWritten: boolean } {
  const found = resolveAddress(index, text)
  assert.ok(found.outcome === 'match', `${found.outcome}: ${text}`)
  return { ...found.match, isAsWritten: found.isAsWritten }
}

/** The places between which the address leaves the choice. */
export function offered(index: AddressIndex, text: string): readonly Suggestion[] {
  const found = resolveAddress(index, text)
  assert.ok(found.outcome === 'ambiguous', `${found.outcome}: ${text}`)
  return found.candidates
}

export function assertNotFound(index: AddressIndex, text: string): void {
  assert.equal(resolveAddress(index, text).outcome, 'not_found', text)
}

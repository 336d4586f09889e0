import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { suggest } from '../../../src/addresses/suggest.ts'
import type { Address } from '../../../src/addresses/table/address.ts'
import { address, indexOf } from '../town.ts'

const USUAL = [1, 2, 3, 4, 5].map((house) => address('Тверь', 'улица Ленина', `${house}`))
const [LOUD, QUIET] = [
  address('ТВЕРЬ', 'УЛ ЛЕНИНА', '20'),
  address('тверь', 'ул. ленина', '21'),
] as const

const spelt = (addresses: readonly Address[]) =>
  suggest(indexOf(...addresses), { q: 'тверь ленина 20' }).suggestions[0]?.value

it('cities and streets are spelt as most of their addresses spell them, whatever comes first', () => {
  const all = [...USUAL, LOUD, QUIET, address('Тверь', 'УЛ ЛЕНИНА', '22')]
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (addresses) => {
      assert.equal(spelt(addresses), 'г Тверь, улица Ленина, д 20')
    }),
  )
})

it('of spellings that are as usual the first in order is taken, whatever comes first', () => {
  for (const addresses of [
    [LOUD, QUIET],
    [QUIET, LOUD],
  ]) {
    assert.equal(spelt(addresses), 'г ТВЕРЬ, УЛ ЛЕНИНА, д 20')
  }
})

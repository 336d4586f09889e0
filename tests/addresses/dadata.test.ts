import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseDadataAnswer } from '../../src/addresses/dadata.ts'

it('coordinates of DaData are of what its qc_geo says, or else of what the row is', () => {
  const precisionOf = (code: unknown, house: string | null) => {
    const data = { city: 'Иркутск', street: 'Мира', house, qc_geo: code }
    const suggestions = [{ value: 'г Иркутск, ул Мира', data }]
    return parseDadataAnswer('мира', { suggestions }).suggestions[0]?.geo_precision
  }
  const ofCodes = ['0', '1', '2', '3', '4'].map((code) => precisionOf(code, '5'))
  assert.deepEqual(ofCodes, ['house', 'house', 'street', 'city', 'city'])
  for (const unknown of ['5', null, 7]) {
    assert.deepEqual([precisionOf(unknown, '5'), precisionOf(unknown, null)], ['house', 'street'])
  }
})

it('of a word that DaData found only what was typed is highlighted', () => {
  const suggestions = [{ value: 'г Иркутск, ул Мира', data: { city: 'Иркутск', street: 'Мира' } }]
  const [row] = parseDadataAnswer('ми иркутск', { suggestions }).suggestions
  assert.deepEqual(
    row?.highlights.map(([start, end]) => row.value.slice(start, end)),
    ['Иркутск', 'Ми'],
  )
})

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
  assert.equal(precisionOf('1', null), 'house', 'of the nearest house')
})

it('of a word that DaData found only what was typed is highlighted', () => {
  const suggestions = [{ value: 'г Иркутск, ул Мира', data: { city: 'Иркутск', street: 'Мира' } }]
  for (const query of ['ми иркутск', 'м ми иркутск']) {
    const [row] = parseDadataAnswer(query, { suggestions }).suggestions
    assert.deepEqual(
      row?.highlights.map(([start, end]) => row.value.slice(start, end)),
      ['Иркутск', 'Ми'],
      query,
    )
  }
})

it('suggestions of DaData, which has no scores, fall evenly from 1', () => {
  const suggestions = ['Мира', 'Мирная', 'Мирский'].map((value) => ({ value }))
  assert.deepEqual(
    parseDadataAnswer('мир', { suggestions }).suggestions.map(({ score }) => score),
    [1, 0.75, 0.5],
  )
})

it('what DaData leaves empty is not there, and a settlement within a city is of the city', () => {
  const read = (data: object) => {
    const suggestions = [{ value: '' }, { value: 'Мира 5', data }]
    return parseDadataAnswer('мира', { suggestions }).suggestions
  }
  const [row, ...others] = read({ city: '', settlement: 'Усады', street: 'Мира', house: '' })
  assert.deepEqual([row?.city, row?.kind, row?.house, others], ['Усады', 'street', null, []])
  assert.equal(read({ city: 'Казань', settlement: 'Усады' })[0]?.city, 'Казань')
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildingKeys,
  isAtAddressOf,
  subjectBuildingKeys,
} from '../../../src/valuation/market/building.ts'
import { sale } from '../sale.ts'

const at = (...addresses: readonly (string | null)[]) =>
  addresses.map((address, i) => sale(`${i}`, 1, { address }))
const buildings = (...addresses: readonly (string | null)[]) =>
  new Set(buildingKeys(at(...addresses))).size

describe('flats at one point', () => {
  it('are of one building, though it has up to three addresses', () => {
    assert.equal(buildings('Мира, 1', 'Мира, 1А', 'Ленина, 2', 'Мира, 1'), 1)
  })

  it('belong to separate buildings, one for each address, where one point has several addresses', () => {
    assert.equal(buildings('Мира, 1', 'Мира, 3', 'Мира, 5', 'Мира, 7', 'Мира, 1'), 4)
    assert.equal(buildings('Мира, 1', 'Мира, 3', 'Мира, 5', null, null), 4)
  })

  it('have as many addresses as differ by more than case, ё, spaces, dots and commas', () => {
    assert.equal(buildings('Зелёная, 1', 'зеленая 1', 'ЗЕЛЁНАЯ,  1.', 'Зелёная , 1', null), 1)
  })

  it('are found again by a subject’s address, then by the point alone', () => {
    const crowd = at('Мира, 1', 'Мира, 3', 'Мира, 5', 'Мира, 7')
    const [subject] = at('мира 3')
    const [nowhere] = at(null)
    assert.ok(nowhere)
    assert.deepEqual(
      subjectBuildingKeys(nowhere),
      buildingKeys(at(null)),
      'no house: the point alone',
    )
    assert.ok(subject)
    const [byAddress, byPoint] = subjectBuildingKeys(subject)
    assert.equal(byAddress, buildingKeys(crowd)[1])
    assert.equal(byPoint, buildingKeys(crowd.slice(0, 3))[1])
  })

  it('are at a subject’s address by the keys of their buildings, so that no request reads thousands of addresses', () => {
    const [subject] = at('мира 3')
    assert.ok(subject)
    const isAtAddress = isAtAddressOf(subject)
    const unread = {
      get address(): never {
        return assert.fail('read again')
      },
    }
    const crowded = buildingKeys(at('Мира, 1', 'Мира, 3', 'Мира, 5', '2-я Мира, 3', null))
    assert.deepEqual(
      crowded.map((key) => isAtAddress(unread, key)),
      [false, true, false, false, false],
    )
    const few = at('Мира, 1', 'Мира, 3')
    assert.deepEqual(
      buildingKeys(few).map((key, i) => isAtAddress(few[i] ?? unread, key)),
      [false, true],
    )
  })
})

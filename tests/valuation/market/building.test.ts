import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildingKeys,
  isAtAddressOf,
  mayBeBuildingOf,
  mayShareHouseWith,
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

  it('are told from those some metres away, as their degrees are written to five decimals', () => {
    const keysOf = (degrees: number) =>
      [{}, { lat: 56.08 + degrees }, { lon: 60.73 + degrees }].map((change) => sale('a', 1, change))
    assert.equal(new Set(buildingKeys(keysOf(0.000_004))).size, 1)
    assert.equal(new Set(buildingKeys(keysOf(0.000_02))).size, 3)
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

describe('a subject without a house in its address', () => {
  it('is at no address, and of no building of a crowded point', () => {
    const crowd = at('Мира, 1', 'Мира, 3', 'Мира, 5', 'Мира', null)
    const keys = buildingKeys(crowd)
    for (const subject of at(null, 'Мира')) {
      const [isAtAddress, mayBeOwn] = [isAtAddressOf(subject), mayBeBuildingOf(subject)]
      assert.ok(crowd.every((other, i) => !isAtAddress(other, keys[i] ?? '')))
      assert.ok(crowd.every((other) => !isAtAddress(other, 'some other point')))
      assert.ok(!keys.some(mayBeOwn))
      assert.ok(mayBeOwn('some other point'))
    }
  })
})

describe('a house beside the subject', () => {
  it('may be its own where it has as many floors, as far as these are known', () => {
    const [five, nine, unknown] = [5, 9, null].map((floorsTotal) => sale('a', 1, { floorsTotal }))
    assert.ok(five && nine && unknown)
    const may = mayShareHouseWith(five)
    assert.deepEqual([five, nine, unknown].map(may), [true, false, false])
    assert.deepEqual([five, unknown].map(mayShareHouseWith(unknown)), [false, false])
  })
})

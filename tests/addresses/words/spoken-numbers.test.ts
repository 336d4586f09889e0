import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withNumbersInDigits } from '../../../src/addresses/words/spoken-numbers.ts'

it('numbers in words become digits, as far as they are one number', () => {
  for (const [spoken, inDigits] of [
    ['дом двадцать пять корпус два', 'дом 25 корпус 2'],
    ['сто одиннадцать дробь четыре', '111 дробь 4'],
    ['двести', '200'],
    ['квартира сто две', 'квартира 102'],
    ['двенадцатая', '12-й'],
    ['пять двенадцать', '5 12'],
    ['двадцать десять', '20 10'],
    ['Двадцать Четвёртая улица', '24-й улица'],
    ['сто первая', '101-й'],
    ['тридцатая', '30-й'],
    ['сорокалетия победы', '40-летия победы'],
    // Ranks up to the tenth are read in names as well; the rest are no numbers.
    ['пятая парковая', 'пятая парковая'],
    ['столетова пятницкая тридцатого', 'столетова пятницкая 30-й'],
    ['трифонова, один', 'трифонова, 1'],
  ] as const) {
    assert.equal(withNumbersInDigits(spoken), inDigits)
  }
})

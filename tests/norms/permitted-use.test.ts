import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { dwellingsAllowed, withPermittedUse } from '../../src/norms/permitted-use.ts'
import { stepAt } from '../../src/norms/rule-look-ups.ts'
import type { DefaultSet } from '../../src/norms/rule-set-files.ts'
import { loadRuleSets } from '../../src/norms/rule-sets.ts'
import { DEFAULT_RULES } from './rules.ts'

const { permitted_uses: USES } = JSON.parse(
  readFileSync(new URL('../../src/norms/rule-sets/default.json', import.meta.url), 'utf8'),
) as DefaultSet

const rulesFor = (permittedUse: string | null) =>
  loadRuleSets(undefined).forParcel({ cadastralNumber: '38:36:000021:1', permittedUse }).rules

describe('the permitted use of land', () => {
  for (const [text, dwellings, maxStoreys] of [
    ['Многоэтажная жилая застройка (высотная застройка)', 'flats', null],
    ['Среднеэтажная жилая застройка', 'flats', 8],
    ['Малоэтажная многоквартирная жилая застройка', 'flats', 4],
    ['Для малоэтажного жилого строительства', 'flats', 4],
    ['2.1.1', 'flats', 4],
    ['Для индивидуального жилищного строительства', 'family_houses', 3],
    ['для ведения личного подсобного хозяйства', 'family_houses', 3],
    ['Блокированная жилая застройка', 'family_houses', 3],
    ['для эксплуатации многоквартирного дома', 'flats', null],
    ['Малоэтажная жилая застройка, многоэтажная жилая застройка', 'flats', null],
    ['для размещения жилого дома', 'flats', null],
    ['Жилая застройка', 'flats', null],
    ['ДЛЯ РАЗМЕЩЕНИЯ ЖИЛОГО ДОМА', 'flats', null],
    ['СРЕДНЕЭТАЖНАЯ ЖИЛАЯ ЗАСТРОЙКА', 'flats', 8],
    ['НЕЖИЛОЕ ЗДАНИЕ', 'none', null],
    ['Малоэтажная жилая застройка (индивидуальное жилищное строительство)', 'family_houses', 3],
    ['ЛПХ', 'family_houses', 3],
    ['дома средней этажности', 'flats', 8],
    ['индивидуальное жилищное строительство; многоквартирный дом', 'flats', null],
    ['Бытовое обслуживание (3.2.1)', 'none', null],
    ['5.2.1', 'none', null],
    ['2.7.1 Хранение автотранспорта', 'none', null],
    ['для строительства многоэтажного паркинга', 'none', null],
    ['Индивидуальные гаражи', 'none', null],
    ['для размещения детских садов', 'none', null],
    ['Подсобное помещение склада', 'none', null],
    ['нежилое здание', 'none', null],
    ['Многоэтажная нежилая застройка', 'none', null],
    ['Многоэтажная общественная застройка', 'none', null],
    ['Среднеэтажная деловая застройка', 'none', null],
    ['Многоэтажная общественная и жилая застройка', 'flats', null],
    ['Нежилые здания средней этажности', 'none', null],
    ['Жилые и нежилые помещения', 'flats', null],
    ['Склады, строение 2/1', 'none', null],
    ['Склады', 'none', null],
    ['под строительство МКД', 'flats', null],
    ['для комплексного освоения территории', 'flats', null],
    ['Комплексное развитие территории', 'flats', null],
    ['Склад МКДС', 'none', null],
    ['-', undefined, null],
    ['Не установлено', undefined, null],
    ['Не указано', undefined, null],
    ['Данные отсутствуют', undefined, null],
    ['Для складов, вид не установлен', 'none', null],
    [null, undefined, null],
  ] as const) {
    it(`is read from its words: ${text}`, () => {
      assert.equal(dwellingsAllowed(text), dwellings)
      const unlimited = rulesFor(null).max_storeys.value
      assert.equal(rulesFor(text).max_storeys.value, maxStoreys ?? unlimited)
    })
  }

  for (const [text, minStoreys] of [
    ['Многоэтажная жилая застройка (высотная застройка)', 9],
    ['Для многоэтажной застройки', 9],
    ['Многоэтажная общественно-жилая застройка', 9],
    ['2.6', 9],
    ['Многоэтажная жилая застройка, магазины, обслуживание жилой застройки (2.7)', 9],
    ['Малоэтажная жилая застройка, многоэтажная жилая застройка', null],
    ['Для среднеэтажной и многоэтажной жилой застройки', null],
    ['2.5, 2.6', null],
    ['Жилая застройка (2.0), многоэтажная жилая застройка', null],
    ['Многоэтажная жилая застройка; для индивидуального жилищного строительства', null],
    ['Среднеэтажная жилая застройка', null],
    ['для эксплуатации многоквартирного дома', null],
    [null, null],
  ] as const) {
    it(`asks for nine storeys where high-rise is the only dwelling named: ${text}`, () => {
      assert.equal(rulesFor(text).min_storeys.value, minStoreys ?? 1)
    })
  }

  it('is named as the source of its least storeys', () => {
    const { min_storeys } = rulesFor('2.6')
    assert.match(min_storeys.source, /многоэтажная жилая застройка, 2\.6 \(П\/0412\)/)
  })

  it('asks for no more storeys than the place allows', () => {
    const { max_storeys, ...others } = DEFAULT_RULES.rules
    const upTo = (value: number) => {
      const rules = { ...others, max_storeys: { ...max_storeys, value } }
      const set = { id: 'x', title: 'x', isDefault: true, rules }
      return withPermittedUse(set, USES, '2.6').rules.min_storeys.value
    }
    assert.deepEqual([8, 9].map(upTo), [1, 9])
  })

  for (const [text, maxDensity] of [
    ['2.1', 0.4],
    ['2.2 ЛПХ', 0.4],
    ['Блокированная жилая застройка (2.3)', 0.6],
    ['2.1.1', null],
    ['2.6', null],
  ] as const) {
    it(`limits the density of houses of one family alone: ${text}`, () => {
      const steps = rulesFor(null).max_density.value
      assert.deepEqual(
        rulesFor(text).max_density.value,
        steps.map((step) => ({ ...step, value: Math.min(step.value, maxDensity ?? step.value) })),
      )
    })
  }

  it('changes no rule of a place that is as strict already, nor what the place is called', () => {
    const { rules } = DEFAULT_RULES
    const source = 'ПЗЗ'
    const strict = (minStoreys: number, maxStoreys: number) => ({
      id: 'place',
      title: 'Место',
      isDefault: false,
      rules: {
        ...rules,
        min_storeys: { value: minStoreys, source },
        max_storeys: { value: maxStoreys, source },
        max_density: { value: [{ up_to: null, value: 0.4 }], source },
      },
    })
    for (const [set, text] of [
      [strict(1, 2), 'Малоэтажная многоквартирная жилая застройка'],
      [strict(1, 4), 'Малоэтажная многоквартирная жилая застройка'],
      [strict(9, 20), 'Многоэтажная жилая застройка'],
      [strict(12, 20), 'Многоэтажная жилая застройка'],
      [strict(1, 3), 'Для индивидуального жилищного строительства'],
    ] as const) {
      assert.deepEqual(withPermittedUse(set, USES, text), set)
    }
  })

  it('limits storeys and density of the rule set, and is named as their source', () => {
    const { max_storeys, max_density } = rulesFor('Для индивидуального жилищного строительства')
    assert.equal(max_storeys.value, 3)
    assert.match(max_storeys.source, /Вид разрешённого использования/)
    assert.deepEqual(
      [1, 20].map((storeys) => stepAt(max_density.value, storeys)),
      [0.4, 0.4],
    )
  })

  it('limits the steps of a table that allow more, and leaves the others', () => {
    const max_density = {
      value: [
        { up_to: 2, value: 0.3 },
        { up_to: null, value: 1.2 },
      ],
      source: 'ПЗЗ',
    }
    const place = { ...DEFAULT_RULES, rules: { ...DEFAULT_RULES.rules, max_density } }
    const { rules } = withPermittedUse(place, USES, 'Для индивидуального жилищного строительства')
    assert.deepEqual(
      rules.max_density.value.map(({ value }) => value),
      [0.3, 0.4],
    )
    assert.match(rules.max_density.source, /Вид разрешённого использования/)
  })

  it('asks for the least storeys of a use only where no lower houses are named beside it', () => {
    const source = 'ПЗЗ'
    const uses = {
      ...USES,
      '2.1.1': { min_storeys: 2, source },
      '2.5': { min_storeys: 5, max_storeys: 8, source },
    }
    const least = (text: string) =>
      withPermittedUse(DEFAULT_RULES, uses, text).rules.min_storeys.value
    assert.equal(least('Среднеэтажная жилая застройка'), 5)
    assert.equal(least('Для малоэтажной и среднеэтажной жилой застройки'), 1)
    assert.equal(least('Малоэтажная многоквартирная жилая застройка (2.1.1)'), 2)
    assert.equal(least('2.1.1, 2.1'), 1)
  })

  it('never allows more than the rule set', () => {
    const free = rulesFor(null)
    const high = rulesFor('Многоэтажная жилая застройка')
    assert.deepEqual({ ...high, min_storeys: free.min_storeys }, free)
    assert.deepEqual(rulesFor('Среднеэтажная жилая застройка').max_density, free.max_density)
  })
})

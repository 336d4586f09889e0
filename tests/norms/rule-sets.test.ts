import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { loadRuleSets } from '../../src/norms/rule-sets.ts'
import { SettingsError } from '../../src/settings.ts'

const PARCEL = { cadastralNumber: '38:36:000021:1', permittedUse: null }

describe('rule sets', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tradein-rules-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const write = (files: Readonly<Record<string, unknown>>) => {
    const inside = mkdtempSync(join(folder, 'sets-'))
    for (const [name, content] of Object.entries(files)) {
      const isWritten = typeof content === 'string' || Buffer.isBuffer(content)
      writeFileSync(join(inside, name), isWritten ? content : JSON.stringify(content))
    }
    return inside
  }
  const setOf = (id: string, prefixes: readonly string[], setbackM: number) => ({
    id,
    title: id,
    territory: { cadastral_prefixes: prefixes },
    rules: { setback_m: { value: setbackM, source: 'ПЗЗ' } },
  })
  const faultsOf = (files: Readonly<Record<string, unknown>>): readonly string[] => {
    try {
      loadRuleSets(write(files))
    } catch (error) {
      assert.ok(error instanceof SettingsError)
      return error.faults
    }
    return assert.fail('nothing was refused')
  }

  it('hold everywhere by default', () => {
    assert.equal(loadRuleSets(undefined).forParcel(PARCEL).id, 'ru-default')
  })

  it('are the default where nobody has said what the place itself asks for', () => {
    const sets = loadRuleSets(write({ 'town.json': setOf('town', ['38:36'], 5) }))
    const isDefaultIn = (cadastralNumber: string) =>
      sets.forParcel({ ...PARCEL, cadastralNumber }).isDefault
    assert.deepEqual(['38:36:000021:1', '38:37:000021:1'].map(isDefaultIn), [false, true])
  })

  it('are chosen by the longest beginning of the number, over the default’s rules', () => {
    const sets = loadRuleSets(
      write({
        // Read first, chosen last.
        'a.json': setOf('region', ['38'], 4),
        'quarter.json': setOf('quarter', ['38:36:0000', '38:37'], 6),
        'notes.txt': 'no rule set',
      }),
    )
    const inQuarter = sets.forParcel(PARCEL)
    assert.equal(inQuarter.id, 'quarter')
    assert.equal(inQuarter.rules.setback_m.value, 6)
    assert.equal(inQuarter.rules.storey_height_m.value, 3)
    assert.equal(
      sets.forParcel({ ...PARCEL, cadastralNumber: '38:36:111111:1' }).rules.setback_m.value,
      4,
    )
    assert.equal(
      sets.forParcel({ ...PARCEL, cadastralNumber: '77:01:0000001:38' }).id,
      'ru-default',
    )
  })

  it('inherit nothing from the set of a larger territory, only from the default', () => {
    const quarter = {
      ...setOf('quarter', ['38:36:000021'], 0),
      rules: { min_green: { value: 0.4, source: 'ПЗЗ' } },
    }
    const sets = loadRuleSets(
      write({ 'town.json': setOf('town', ['38:36'], 5), 'quarter.json': quarter }),
    )
    const { rules } = sets.forParcel(PARCEL)
    assert.equal(rules.min_green.value, 0.4)
    assert.deepEqual(rules.setback_m, loadRuleSets(undefined).forParcel(PARCEL).rules.setback_m)
    assert.notEqual(rules.setback_m.value, 5)
  })

  it('are of one quarter where six or seven digits name it, else of all that begin so', () => {
    const sets = loadRuleSets(
      write({
        'one.json': setOf('one', ['38:36:000021', '38:36:0000311'], 4),
        'several.json': setOf('several', ['38:36:00004'], 6),
      }),
    )
    for (const [quarter, id] of [
      ['000021', 'one'],
      ['0000211', 'ru-default'],
      ['0000311', 'one'],
      ['000031', 'ru-default'],
      ['000041', 'several'],
      ['0000411', 'several'],
    ] as const) {
      const cadastralNumber = `38:36:${quarter}:1`
      assert.equal(sets.forParcel({ ...PARCEL, cadastralNumber }).id, id, quarter)
    }
  })

  it('may begin with a byte order mark', () => {
    const sets = loadRuleSets(
      write({ 'town.json': `\uFEFF${JSON.stringify(setOf('town', ['38'], 4))}` }),
    )
    assert.equal(sets.forParcel(PARCEL).id, 'town')
  })

  it('are all told what is wrong with them at once, by file and rule', () => {
    const faults = faultsOf({
      'broken.json': '{',
      // «ПЗЗ» in windows-1251.
      'cyrillic.json': Buffer.from('"\xcf\xc7\xc7"', 'latin1'),
      'everywhere.json': { ...setOf('everywhere', [], 3), territory: undefined },
      'misspelt.json': { ...setOf('misspelt', ['10'], 3), rules: { set_back: 3 } },
      'negative.json': setOf('negative', ['11'], -1),
      'inherited.json': { ...setOf('inherited', ['14'], 3), rules: { constructor: 3 } },
      'number.json': { ...setOf('number', [], 3), territory: { cadastral_prefixes: 5 } },
      'several.json': {
        ...setOf('several', ['18', '18'], -1),
        title: undefined,
        rules: {
          setback_m: { value: -1, source: '' },
          max_density: { value: [{ up_to: 9, value: 1 }] },
          max_coverage: { value: [{ up_to: 9, value: 2 }], source: 'ПЗЗ' },
        },
      },
      'span.json': {
        ...setOf('span', ['15'], 3),
        rules: {
          fire_lane_distance_m: {
            value: [
              { up_to: 28, value: { least: 5, most: 5 } },
              { up_to: null, value: { least: 9, most: 5 } },
            ],
            source: 'ПЗЗ',
          },
        },
      },
      'steps.json': {
        ...setOf('steps', ['12'], 3),
        rules: {
          max_density: {
            value: [
              { up_to: 9, value: 1 },
              { up_to: 5, value: 2 },
            ],
            source: 'ПЗЗ',
          },
        },
      },
      'text.json': '"text"',
      'twice-a.json': setOf('twice', ['13'], 3),
      'twice-b.json': setOf('twice', ['13'], 3),
      'twice-c.json': setOf('twice-c', ['16', '17', '16'], 3),
    })
    const expected = [
      /^Rule set broken\.json: is not JSON/,
      /^Rule set cyrillic\.json: is not UTF-8 text\. Save it as UTF-8\.$/,
      /^Rule set everywhere\.json: territory is missing/,
      /^Rule set inherited\.json: rules\.constructor is no rule/,
      /^Rule set misspelt\.json: rules\.set_back is no rule/,
      /^Rule set negative\.json: rules\.setback_m\.value must be >= 0/,
      /^Rule set number\.json: territory\.cadastral_prefixes must be array/,
      /^Rule set several\.json: the file must have required property 'title'/,
      /^Rule set several\.json: rules\.setback_m\.value must be >= 0/,
      /^Rule set several\.json: rules\.setback_m\.source must NOT have fewer than 1/,
      /^Rule set several\.json: rules\.max_coverage\.value\.0\.value must be <= 1/,
      /^Rule set several\.json: rules\.max_density must have required property 'source'/,
      /^Rule set several\.json: territory names a prefix twice/,
      /^Rule set several\.json: rules\.max_density: up_to must grow/,
      /^Rule set span\.json: rules\.fire_lane_distance_m: least must not be greater than most/,
      /^Rule set steps\.json: rules\.max_density: up_to must grow from step to step, and be null/,
      /^Rule set text\.json: the file must be object/,
      /^Rule set text\.json: territory is missing/,
      /^Rule set twice-b\.json: id "twice" is also that of twice-a\.json/,
      /^Rule set twice-b\.json: territory 13 is also that of twice-a\.json/,
      /^Rule set twice-c\.json: territory names a prefix twice/,
    ]
    assert.equal(faults.length, expected.length, faults.join('\n'))
    for (const [index, pattern] of expected.entries()) assert.match(faults[index] ?? '', pattern)
  })

  it('are refused where they ask for more storeys than they allow, by number or by height', () => {
    const ruled = (id: string, rules: Readonly<Record<string, number>>) => ({
      ...setOf(id, [`${10 + id.length}`], 3),
      rules: Object.fromEntries(
        Object.entries(rules).map(([name, value]) => [name, { value, source: 'ПЗЗ' }]),
      ),
    })
    const faults = faultsOf({
      'a.json': ruled('a', { min_storeys: 12, max_storeys: 6 }),
      // Against the default's 25.
      'b.json': ruled('bb', { min_storeys: 26, max_height_m: 100 }),
      'c.json': ruled('ccc', { min_storeys: 5, max_height_m: 14.9 }),
      // 7 × 2.6 is 18.2, though not in doubles.
      'd.json': ruled('dddd', { min_storeys: 7, storey_height_m: 2.6, max_height_m: 18.2 }),
      'e.json': ruled('eeeee', { min_storeys: 6, max_storeys: 6 }),
    })
    assert.equal(faults.length, 3, faults.join('\n'))
    assert.match(
      faults[0] ?? '',
      /^Rule set a\.json: min_storeys is 12, more than max_storeys.* 6\./,
    )
    assert.match(
      faults[1] ?? '',
      /^Rule set b\.json: min_storeys is 26, more than max_storeys.* 25/,
    )
    assert.match(
      faults[2] ?? '',
      /^Rule set c\.json: .* storey_height_m 3 .* max_height_m.* 14\.9\./,
    )
  })

  it('may limit houses of a permitted use in their own way, and leave the other uses', () => {
    const source = 'ПЗЗ, ст. 30'
    const place = {
      ...setOf('place', ['38:36'], 3),
      permitted_uses: { '2.1': { max_storeys: 2, max_density: 0.6, source } },
    }
    const sets = loadRuleSets(write({ 'place.json': place }))
    const limits = (permittedUse: string, cadastralNumber = PARCEL.cadastralNumber) => {
      const { rules } = sets.forParcel({ cadastralNumber, permittedUse })
      const densities = rules.max_density.value.map(({ value }) => value)
      return [rules.max_storeys.value, densities, rules.max_storeys.source === source]
    }
    assert.deepEqual(limits('ИЖС'), [2, [0.6, 0.6], true])
    assert.deepEqual(limits('ЛПХ'), [3, [0.4, 0.4], false])
    assert.deepEqual(limits('ИЖС', '50:36:000021:1'), [3, [0.4, 0.4], false])
  })

  it('are refused where they hold what no set has, and all else is told still', () => {
    const file = { ...setOf('x', ['38', '38'], 3), permitted_use: {} }
    assert.deepEqual(faultsOf({ 'x.json': file }), [
      'Rule set x.json: permitted_use is nothing that this service knows',
      'Rule set x.json: territory names a prefix twice',
    ])
  })

  it('are refused where a permitted use or its limit is misspelt, or the limits contradict', () => {
    const source = 'ПЗЗ'
    const withUses = (uses: object) => ({ ...setOf('x', ['38'], 3), permitted_uses: uses })
    for (const [uses, fault] of [
      [{ '2.4': { source } }, 'permitted_uses.2.4 is nothing that this service knows'],
      [
        { '2.1': { max_storey: 2, source } },
        'permitted_uses.2.1.max_storey is nothing that this service knows',
      ],
      [{ '2.1': { max_storeys: 2 } }, /^permitted_uses\.2\.1 .*source/],
      [{ '2.1': { max_storeys: 0, source } }, /^permitted_uses\.2\.1\.max_storeys must be >= 1/],
      [
        { '2.5': { min_storeys: 9, max_storeys: 8, source } },
        'permitted_uses.2.5: min_storeys is more than max_storeys',
      ],
    ] as const) {
      const [first, ...others] = faultsOf({ 'x.json': withUses(uses) })
      assert.deepEqual(others, [])
      const told = first?.replace(/^Rule set x\.json: /, '') ?? ''
      if (typeof fault === 'string') assert.equal(told, fault)
      else assert.match(told, fault)
    }
  })

  it('are refused where a key stands twice, and not where two objects have the same', () => {
    const text = JSON.stringify(setOf('twice', ['38'], 3))
    const again = text.replace(
      '"rules":{',
      '"rules":{"\\u0073etback_m":{"value":9,"source":"{\\""},',
    )
    assert.deepEqual(faultsOf({ 'twice.json': again }), [
      'Rule set twice.json: rules.setback_m stands twice: leave one',
    ])
    assert.deepEqual(faultsOf({ 'id.json': text.replace('{', '{"id":"other",') }), [
      'Rule set id.json: id stands twice: leave one',
    ])
    loadRuleSets(write({ 'once.json': text.replace('ПЗЗ', '\\"id\\": {\\"id\\": [') }))
    const faultsInSteps = faultsOf({
      'steps.json': text.replace(
        '"setback_m":{"value":3',
        '"max_density":{"value":[{"up_to":9,"value":1},{"up_to":null,"value":2,"value":3}]',
      ),
    })
    assert.deepEqual(faultsInSteps, [
      'Rule set steps.json: rules.max_density.value.value stands twice: leave one',
    ])
  })

  it('are refused where their folder cannot be read', () => {
    assert.throws(() => loadRuleSets(join(folder, 'nowhere')), /RULE_SETS_DIR/)
  })
})

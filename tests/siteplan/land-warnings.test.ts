// What best layouts say of the land itself: what is unknown of it, what forbids flats, on what
// terms.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RuleSet } from '../../src/norms/rule-set.ts'
import type { Parcel } from '../../src/parcels/table/parcel.ts'
import { makeLayouts } from '../../src/siteplan/layouts/make-layouts.ts'
import { DEFAULT_RULES } from '../norms/rules.ts'
import { inputFor, rectangularParcel } from './layouts/sites.ts'

/** Land and norms that leave nothing unknown. */
const KNOWN = {
  category: 'Земли населённых пунктов',
  permittedUse: 'Среднеэтажная жилая застройка',
  declaredAreaM2: 4800,
}
const OF_PLACE = { ruleSet: { ...DEFAULT_RULES, isDefault: false } }

const land = (change: Partial<Parcel>, other: { ruleSet?: RuleSet } = OF_PLACE) =>
  makeLayouts(
    inputFor({ ...rectangularParcel(80, 60), ...KNOWN, ...change }, { options: 1 }, other),
  )

describe('best layouts', () => {
  it('say what nobody knows of the land, as a forecast does, and have an id of their own', () => {
    const known = land({})
    assert.deepEqual(known.warnings, [])
    for (const [code, layouts] of [
      ['category_unknown', land({ category: null })],
      ['permitted_use_unknown', land({ permittedUse: null })],
      ['no_declared_area', land({ declaredAreaM2: null })],
      ['rule_set_default', land({}, {})],
    ] as const) {
      assert.deepEqual(
        layouts.warnings.map((warning) => warning.code),
        [code],
      )
      assert.notEqual(layouts.report_id, known.report_id)
    }
    const { category, permitted_use, declared_area_m2 } = known.parcel
    assert.deepEqual(
      { category, permittedUse: permitted_use, declaredAreaM2: declared_area_m2 },
      KNOWN,
    )
  })

  it('warn of forbidden land, are found all the same, and have an id of their own', () => {
    const open = land({})
    assert.deepEqual(open.warnings, [])
    const forbidden = land({
      category: 'Земли сельскохозяйственного назначения',
      permittedUse: 'Склады',
      status: 'Архивный',
    })
    assert.deepEqual(
      forbidden.warnings.map(({ code }) => code),
      ['land_category', 'permitted_use_not_residential', 'parcel_not_current'],
    )
    assert.equal(forbidden.outcome, 'ok')
    assert.notEqual(forbidden.report_id, open.report_id)
    assert.deepEqual(
      land({ permittedUse: 'ЛПХ' }).warnings.map(({ code }) => code),
      ['permitted_use_no_flats'],
    )
  })

  it('say on what terms the land may be built on, as a forecast does, and have an id of their own', () => {
    const terms = land({ ownership: 'Муниципальная собственность', declaredAreaM2: 5100 })
    assert.deepEqual(
      terms.warnings.map(({ code }) => code),
      ['public_ownership', 'area_mismatch'],
    )
    assert.deepEqual(land({ ownership: 'Частная', declaredAreaM2: 5000 }).warnings, [])
    const another = land({ ownership: 'Федеральная собственность', declaredAreaM2: 5100 })
    assert.notEqual(another.report_id, terms.report_id)
  })
})

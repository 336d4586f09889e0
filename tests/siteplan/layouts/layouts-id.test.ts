import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutsId, METHOD_VERSION } from '../../../src/siteplan/layouts/layouts-id.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { reportIdOf } from '../../../src/siteplan/report-id.ts'
import { inputFor, rectangularParcel } from './sites.ts'

describe('best layouts', () => {
  it('have the same id for the same question, and another for another', () => {
    const input = inputFor(rectangularParcel(80, 60), { options: 1 })
    assert.equal(layoutsId(input), makeLayouts(structuredClone(input)).report_id)
    assert.notEqual(layoutsId({ ...input, costRubPerM2: 1 }), layoutsId(input))
  })

  it('have an id by the method’s version and all of the question but when the parcel was imported', () => {
    const { parcel, isDemo, request, ruleSet, ...money } = inputFor(rectangularParcel(80, 60))
    const { cadastralNumber, geometry, address, areaM2 } = parcel
    const { declaredAreaM2, category, permittedUse, status, ownership } = parcel
    const expected = reportIdOf(
      METHOD_VERSION,
      { cadastralNumber, geometry, address, areaM2 },
      { declaredAreaM2, category, permittedUse, status, ownership },
      isDemo,
      request,
      ruleSet,
      money,
    )
    assert.equal(layoutsId({ parcel, isDemo, request, ruleSet, ...money }), expected)
  })
})

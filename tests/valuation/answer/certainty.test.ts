// How sure an answer is: its bands and its FSD, by what is asked, told and known.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import { marketIndexOf } from '../../../src/valuation/attributes/hedonic.ts'
import { driftSd } from '../../../src/valuation/attributes/time-index.ts'
import type { Comparable, Dwelling } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { assertNear } from '../../support/near.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)
const rows = town({ rows: 900, kind: 'mixed' })
const model = await fit(rows, { until: TODAY, ...QUICK_FIT, tuningTrials: 200, unknownTrials: 200 })

describe('an estimate', () => {
  it('is less certain the longer ago the last prices are, from the month after next on', () => {
    const [one] = rows
    assert.ok(one)
    const fsdAfter = (days: number) =>
      ok(estimate(model, one, { valuationDate: isoOfDay(TOWN_DAY + days) })).confidence.fsd
    const now = fsdAfter(0)
    const index = marketIndexOf(model.attribute.hedonic, placeSubject(model, one, TOWN_DAY).flat)
    for (const days of [100, 200, 300]) {
      const drift = driftSd(index, TOWN_DAY + days)
      assert.ok(drift > 0)
      assertNear(fsdAfter(days), Math.hypot(now, drift), 0.004)
    }
    assert.ok(fsdAfter(300) > fsdAfter(100) && fsdAfter(100) > now)
    // Shares of a normal: 0.674 and 1.645 standard deviations hold 50 and 90 %.
    const drift = driftSd(index, TOWN_DAY + 300)
    const halfOf = (days: number, share: 0.5 | 0.9) => {
      const { bands, value } = ok(
        estimate(model, one, { valuationDate: isoOfDay(TOWN_DAY + days) }),
      )
      return Math.log(bands[share].high_rub / value.market_rub)
    }
    for (const [share, deviations] of [
      [0.5, 0.674],
      [0.9, 1.645],
    ] as const) {
      assertNear(halfOf(300, share), Math.hypot(halfOf(0, share), deviations * drift), 0.006)
    }
  })

  it('is less certain of a flat whose condition is left out: its band holds nearly the same share', () => {
    // Of the same town, unknown to the model.
    const others = town({ rows: 1500, kind: 'mixed', buildings: Math.ceil(900 / 8) }).slice(900)
    const held = { told: 0, untold: 0 }
    let [answered, widened] = [0, 0]
    for (const one of others) {
      if (one.condition === null) continue
      const valued = (change: Partial<Dwelling>) =>
        estimate(
          model,
          { ...one, ...change },
          {
            valuationDate: one.date,
            modelMayBeLater: true,
            priceBasis: one.kind === 'listing' ? 'ask' : 'deal',
          },
        )
      const [told, untold] = [valued({}), valued({ condition: null })]
      if (told.status !== 'ok' || untold.status !== 'ok') continue
      const isIn = ({ bands }: typeof told) =>
        Number(bands[0.8].low_rub <= one.priceRub && one.priceRub <= bands[0.8].high_rub)
      answered += 1
      held.told += isIn(told)
      held.untold += isIn(untold)
      widened += untold.confidence.fsd / told.confidence.fsd
    }
    assert.ok(answered > 200, `${answered} estimates`)
    assert.ok(widened / answered > 1.1, `${widened / answered}`)
    const [told, untold] = [held.told / answered, held.untold / answered]
    assert.ok(told - untold < 0.1, `80 % covers ${told} of those told, ${untold} of the others`)
  })

  it('is less certain of it in a market too small to try too, and in one of flats of no known kind', async () => {
    for (const market of [
      town({ rows: 50, spanDays: 100 }),
      rows.slice(0, 400).map((one) => ({ ...one, market: null })),
    ]) {
      const other = await fit(market, { until: TODAY, ...QUICK_FIT })
      const one = { ...(market[0] as Comparable), condition: 'euro' } as const
      const fsdOf = (subject: Dwelling) =>
        ok(estimate(other, subject, { valuationDate: TODAY })).confidence.fsd
      const [told, untold] = [fsdOf(one), fsdOf({ ...one, condition: null })]
      assert.ok(untold > 1.1 * told, `${untold} and ${told} of ${market.length}`)
    }
  })

  it('is as certain of a flat whose building tells what it leaves out', () => {
    for (const one of rows.slice(0, 40)) {
      const fsdOf = (change: Partial<Dwelling>) =>
        ok(estimate(model, { ...one, ...change }, { valuationDate: TODAY })).confidence.fsd
      assert.equal(fsdOf({ yearBuilt: null, houseMaterial: null }), fsdOf({}))
    }
  })
})

// Inputs of a forecast for tests: a rectangular site and prices that nobody measured.
import { localPlaneAt } from '../../src/geometry/local-plane.ts'
import { loadRuleSets } from '../../src/norms/rule-sets.ts'
import type { Parcel } from '../../src/parcels/table/parcel.ts'
import { readSettings } from '../../src/settings.ts'
import { isOfDemoTown } from '../../src/siteplan/demo-town.ts'
import type { ForecastInputs } from '../../src/siteplan/forecast/forecast-inputs.ts'
import { forecastSettings } from '../../src/siteplan/forecast/settings.ts'
import { siteLimits } from '../../src/siteplan/forecast/site-limits.ts'
import type { PriceEvidence } from '../../src/siteplan/price-evidence.ts'
import { UNIT_TYPES } from '../../src/siteplan/unit-types.ts'

const CENTRE = [31.6, 61.05] as const

/** A rectangle of the town, its corners to a millimetre. */
export function rectangularParcel(
  widthM: number,
  depthM: number,
  change: Partial<Parcel> = {},
): Parcel {
  const plane = localPlaneAt(CENTRE)
  const corner = (x: number, y: number) => plane.toLonLat([(x * widthM) / 2, (y * depthM) / 2])
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]
  return {
    cadastralNumber: '99:01:000001:1',
    geometry: { type: 'Polygon', coordinates: [ring] },
    areaM2: widthM * depthM,
    centroid: CENTRE,
    declaredAreaM2: widthM * depthM,
    address: 'Примерск, улица Мира',
    category: 'Земли населённых пунктов',
    permittedUse: 'Для строительства многоквартирного дома',
    status: null,
    ownership: null,
    cadastralValueRub: null,
    source: 'test',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  }
}

export function evidence(rubPerM2: number, change: Partial<PriceEvidence> = {}): PriceEvidence {
  return {
    kind: 'prices',
    prices: UNIT_TYPES.map((type) => ({
      type,
      rub_per_m2: rubPerM2,
      low: Math.round(0.9 * rubPerM2),
      high: Math.round(1.1 * rubPerM2),
      n_comparables: 10,
      fsd: 0.07,
    })),
    fromRatio: [],
    comparables: [],
    localTurnover: { radiusM: 1000, perYear: 1200 },
    localNewBuilds: { medianRubPerM2: rubPerM2, sample: 300 },
    distantM: null,
    isDemo: false,
    modelVersion: 'v1',
    dataUntil: '2026-01-10',
    ...change,
  }
}

/** A site of 80 × 100 m at 180,000 ₽/m² unless said otherwise. */
export function forecastInputs(
  change: Partial<Omit<ForecastInputs, 'limits' | 'settings' | 'isDemo'>> & {
    readonly environment?: Readonly<Record<string, string>>
  } = {},
): ForecastInputs {
  const { environment = {}, ...rest } = change
  const settings = forecastSettings(readSettings(environment))
  const parcel = rest.parcel ?? rectangularParcel(80, 100)
  const ruleSet = loadRuleSets(undefined).forParcel(parcel)
  const limits = siteLimits({
    parcel,
    ruleSet,
    saleableShare: settings.siteplanSaleableShare,
    unitMix: settings.siteplanUnitMix,
  })
  const prices = rest.prices ?? evidence(180_000)
  if (limits.kind !== 'fits') throw new RangeError('nothing fits the test parcel')
  return {
    parcel,
    ruleSet,
    limits,
    prices,
    isDemo: isOfDemoTown(parcel, prices),
    valuationDate: '2026-01-15',
    scenario: 'base',
    horizonMonths: 60,
    settings,
    ...rest,
  }
}

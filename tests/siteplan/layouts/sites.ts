// Made-up parcels and requests for the tests of site planning. Never real ones.
import { type LonLat, localPlaneAt } from '../../../src/geometry/local-plane.ts'
import type { Point } from '../../../src/geometry/plane.ts'
import type { Parcel, ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import type { UnitPrice } from '../../../src/siteplan/forecast/forecast.ts'
import type { BestLayouts, LayoutsAsked } from '../../../src/siteplan/layouts/layout.ts'
import type { LayoutInputs } from '../../../src/siteplan/layouts/make-layouts.ts'
import type { PricesAtStoreys } from '../../../src/siteplan/unit-prices.ts'
import { UNIT_TYPES } from '../../../src/siteplan/unit-types.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'
import { measuredParcel } from '../../parcels/land.ts'

export const REQUEST: LayoutsAsked = {
  typologies: ['slab', 'tower', 'perimeter'],
  storeys: { min: 3, max: 17 },
  unit_mix: { studio: 0.2, '1': 0.35, '2': 0.3, '3': 0.15 },
  parking_ratio: 0.6,
  objective: 'gfa',
  options: 3,
  seed: 1,
}

const priceList = (base: number): readonly UnitPrice[] =>
  UNIT_TYPES.map((type, i) => ({
    type,
    rub_per_m2: base - 10_000 * i,
    low: 150_000,
    high: 200_000,
    n_comparables: 10,
    fsd: 0.1,
  }))

/** Flats in low houses cost more. */
export const PRICES: readonly PricesAtStoreys[] = [
  { storeys: 3, prices: priceList(200_000) },
  { storeys: 9, prices: priceList(180_000) },
  { storeys: 25, prices: priceList(170_000) },
]

const PLACE: LonLat = [37.6, 55.75]

/** A parcel of rings in metres, the first its outline, near 55.75° N. */
export function parcelOfRings(rings: readonly (readonly Point[])[], place = PLACE): Parcel {
  const plane = localPlaneAt(place)
  const coordinates = rings.map((ring) =>
    [...ring, ...ring.slice(0, 1)].map((point) => plane.toLonLat(point)),
  )
  return parcelOf({ type: 'Polygon', coordinates }, place)
}

export function parcelOf(geometry: ParcelGeometry, place = PLACE): Parcel {
  return measuredParcel('99:01:000001:1', geometry, place)
}

/** Turned by an angle, so that nothing leans on the axes. */
export function rectangularParcel(widthM: number, depthM: number, turn = 0.3): Parcel {
  return parcelOfRings([
    turned(
      [
        [0, 0],
        [widthM, 0],
        [widthM, depthM],
        [0, depthM],
      ],
      turn,
    ),
  ])
}

export function turned(ring: readonly Point[], angle: number): Point[] {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return ring.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos])
}

export function inputFor(
  parcel: Parcel,
  request: Partial<LayoutsAsked> = {},
  other: Partial<LayoutInputs> = {},
): LayoutInputs {
  return {
    parcel,
    isDemo: false,
    request: { ...REQUEST, ...request },
    ruleSet: DEFAULT_RULES,
    prices: PRICES,
    costRubPerM2: 80_000,
    saleableShare: 0.7,
    generatedAt: '2026-01-01T00:00:00.000Z',
    ...other,
  }
}

/** A ring round a middle, m. */
export const box = (widthM: number, depthM: number, x = 0, y = 0): Point[] => [
  [x - widthM / 2, y - depthM / 2],
  [x + widthM / 2, y - depthM / 2],
  [x + widthM / 2, y + depthM / 2],
  [x - widthM / 2, y + depthM / 2],
]

/** Of the upper bound, as the best option reaches it. */
export const shareOf = (layouts: BestLayouts) => layouts.options[0]?.indicators.share_of_bound ?? 0

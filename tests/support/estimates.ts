// Builds synthetic estimates for tests: plausible, internally consistent, the same for the same
// seed. Never random and never real: every flat here is made up.
import type {
  EstimateComparable,
  ReportedEstimate,
} from '../../src/reports/estimate/reported-estimate.ts'

interface EstimateChoices {
  readonly comparables?: number
  readonly seed?: number
  readonly change?: (estimate: ReportedEstimate) => void
}

/** Two rooms of 54.3 m² on the fifth floor, valued from `comparables` flats around it. */
export function buildEstimate({ comparables = 10, seed = 1, change }: EstimateChoices = {}) {
  const random = seededRandom(seed)
  const built = Array.from({ length: comparables }, (_, index) => buildComparable(index, random))
  const totalWeight = built.reduce((total, { weight }) => total + weight, 0)
  for (const comparable of built) comparable.weight /= totalWeight

  const marketRub = roundTo(
    built.reduce((total, { adjusted_price_rub, weight }) => total + adjusted_price_rub * weight, 0),
    10_000,
  )
  const estimate: ReportedEstimate = {
    id: '0b5d8a52-5d0e-4c39-9f0e-3b1f6f1a7c21',
    created_at: '2024-05-20T09:14:03Z',
    valuation_date: '2024-05-20',
    subject: {
      address: 'г. Иркутск, ул. Байкальская, д. 244, к. 1',
      lat: 52.2645,
      lon: 104.3312,
      area_m2: 54.3,
      rooms: 2,
      floor: 5,
      floors_total: 9,
      kitchen_area_m2: 8.6,
      house_material: 'panel',
      market: 'secondary',
      imputed: ['year_built', 'condition'],
      imputed_values: { year_built: 1987, condition: 'euro' },
    },
    value: {
      market_rub: marketRub,
      market_rub_per_m2: Math.round(marketRub / 54.3),
      low_rub: roundTo(marketRub * 0.927, 10_000),
      high_rub: roundTo(marketRub * 1.079, 10_000),
      interval: 0.8,
      ask_rub: roundTo(marketRub / 0.955, 10_000),
      bargaining: -0.045,
      basis: 'deal',
    },
    confidence: {
      fsd: 0.062,
      level: 6,
      n_comparables: comparables,
      n_effective: comparables * 0.64,
      max_distance_m: Math.max(...built.map(({ distance_m }) => distance_m ?? 0)),
      median_age_days: 38,
      reasons: ['few_same_building', 'subject_incomplete'],
    },
    comparables: built,
    market: {
      index_12m: 0.071,
      median_rub_per_m2: 139_800,
      radius_m: 1000,
      sample: 143,
      trend: Array.from({ length: 24 }, (_, index) => ({
        month: `${2022 + Math.floor((index + 5) / 12)}-${String(((index + 5) % 12) + 1).padStart(2, '0')}`,
        rub_per_m2: Math.round(122_000 * (1 + index * 0.0055 + Math.sin(index / 3) * 0.012)),
      })),
    },
    trade_in: {
      eligible: true,
      reasons: [],
      options: [
        {
          kind: 'buyout',
          payout_rub: roundTo(marketRub * 0.866, 1000),
          payout_low_rub: roundTo(marketRub * 0.81, 1000),
          payout_high_rub: roundTo(marketRub * 0.91, 1000),
          share_of_market: 0.866,
          days_to_money: [7, 14],
          fees: [
            { code: 'hold', fraction: 0.031, rub: roundTo(marketRub * 0.031, 1000) },
            { code: 'sell', fraction: 0.03, rub: roundTo(marketRub * 0.03, 1000) },
            { code: 'risk', fraction: 0.0434, rub: roundTo(marketRub * 0.0434, 1000) },
            { code: 'margin', fraction: 0.03, rub: roundTo(marketRub * 0.03, 1000) },
          ],
          expires_at: '2024-06-03T00:00:00Z',
        },
        {
          kind: 'reservation',
          payout_rub: roundTo(marketRub * 0.955, 1000),
          payout_low_rub: roundTo(marketRub * 0.9, 1000),
          payout_high_rub: roundTo(marketRub * 0.99, 1000),
          share_of_market: 0.955,
          days_to_money: [60, 90],
          fees: [
            { code: 'sell', fraction: 0.03, rub: roundTo(marketRub * 0.03, 1000) },
            { code: 'margin', fraction: 0.015, rub: roundTo(marketRub * 0.015, 1000) },
          ],
          expires_at: '2024-06-19T00:00:00Z',
        },
        {
          kind: 'market',
          payout_rub: marketRub,
          payout_low_rub: roundTo(marketRub * 0.927, 10_000),
          payout_high_rub: roundTo(marketRub * 1.079, 10_000),
          share_of_market: 1,
          days_to_money: 95,
          fees: [],
          expires_at: null,
        },
      ],
    },
    model: {
      version: '2024.05.1',
      data_until: '2024-05-19',
      backtest: { mdape: 0.0452, pe10: 0.762, pe20: 0.941, cod: 6.31, coverage: 0.803, n: 12_408 },
    },
    disclaimer: 'Автоматическая оценка, не отчёт об оценке (135-ФЗ)',
  }
  change?.(estimate)
  return estimate
}

const STREETS = ['Байкальская', 'Советская', 'Красноярская', 'Партизанская', 'Лызина', 'Пискунова']

function buildComparable(index: number, random: () => number): EstimateComparable {
  const isSameBuilding = index === 0
  const distanceM = isSameBuilding ? 0 : Math.round(60 + random() * 680)
  const bearing = random() * 2 * Math.PI
  const areaM2 = Number((48 + random() * 14).toFixed(1))
  const adjustments = [
    { factor: 'bargaining', fraction: index % 3 === 0 ? 0 : -0.045 },
    { factor: 'date', fraction: Number((random() * 0.02).toFixed(4)) },
    { factor: 'floor', fraction: Number((random() * 0.06 - 0.02).toFixed(4)) },
    { factor: 'area', fraction: Number(((areaM2 - 54.3) * 0.0015).toFixed(4)) },
    { factor: 'condition', fraction: index % 2 === 0 ? 0 : -0.05 },
    { factor: 'location', fraction: Number((random() * 0.05 - 0.025).toFixed(4)) },
  ]
  const product = adjustments.reduce((total, { fraction }) => total * (1 + fraction), 1)
  const adjustedRub = 7_640_000 * (0.95 + random() * 0.1)
  const priceRub = roundTo(adjustedRub / product, 10_000)
  const street = STREETS[index % STREETS.length]
  return {
    id: `synthetic-${index + 1}`,
    kind: index % 3 === 0 ? 'deal' : 'listing',
    date: `2024-0${1 + (index % 4)}-${String(3 + index).padStart(2, '0')}`,
    age_days: 30 + index * 5,
    address: `г. Иркутск, ул. ${street}, д. ${10 + Math.floor(random() * 240)}`,
    lat: 52.2645 + (distanceM * Math.cos(bearing)) / 111_195,
    lon: 104.3312 + (distanceM * Math.sin(bearing)) / (111_195 * Math.cos(0.91219)),
    distance_m: distanceM,
    same_building: isSameBuilding,
    price_rub: priceRub,
    price_rub_per_m2: Math.round(priceRub / areaM2),
    area_m2: areaM2,
    rooms: 2,
    floor: 1 + Math.floor(random() * 9),
    floors_total: 9,
    year_built: 1974 + Math.floor(random() * 20),
    house_material: index % 4 === 0 ? 'monolith_brick' : 'panel',
    condition: index % 2 === 0 ? 'euro' : 'cosmetic',
    similarity: Number((0.92 - index * 0.015).toFixed(2)),
    weight: 1 / (index + 2),
    adjustments,
    net_adjustment: product - 1,
    gross_adjustment: adjustments.reduce((total, { fraction }) => total + Math.abs(fraction), 0),
    adjusted_price_rub: Math.round(priceRub * product),
  }
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step
}

/** A linear congruential generator (Numerical Recipes): enough for made-up flats. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

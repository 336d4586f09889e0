// A made-up town of flats with known effects, from a seed: the market of the valuation tests. Never
// here: real data.
import { isoOfDay } from '../../src/calendar.ts'
import { seededRandom, standardNormal } from '../../src/numbers/random.ts'
import type { Comparable } from '../../src/valuation/comparables/comparable.ts'

interface TownOptions {
  readonly rows: number
  readonly seed?: number
  readonly buildings?: number
  /** Days before 2024-06-30 over which the rows are spread; 0 puts them all on that day. */
  readonly spanDays?: number
  readonly kind?: 'deal' | 'listing' | 'mixed'
  readonly noise?: number
  readonly yearlyGrowth?: number
}

export const TOWN_DAY = Date.UTC(2024, 5, 30) / 86_400_000

/** Comparables whose price is exp(area, floor, place, condition, growth) with normal noise. */
export function town(options: TownOptions): Comparable[] {
  const { rows, seed = 1, buildings = Math.ceil(rows / 8), spanDays = 700 } = options
  const { kind = 'deal', noise = 0.04, yearlyGrowth = 0.08 } = options
  const random = seededRandom(seed)
  const normal = () => standardNormal(random)
  const houses = Array.from({ length: buildings }, (_, b) => ({
    lat: Number((55 + 0.03 * (random() - 0.5)).toFixed(6)),
    lon: Number((60 + 0.05 * (random() - 0.5)).toFixed(6)),
    address: `Улица ${b % 20}, ${b}`,
    floorsTotal: [5, 9, 16][Math.floor(random() * 3)] ?? 9,
    yearBuilt: 1960 + Math.floor(random() * 60),
    material: (['panel', 'brick', 'monolith'] as const)[Math.floor(random() * 3)] ?? 'panel',
    level: 0.05 * normal(),
  }))
  return Array.from({ length: rows }, (_, i): Comparable => {
    const house = houses[Math.floor(random() * buildings)] ?? houses[0]
    if (house === undefined) throw new RangeError('a town needs buildings')
    const rooms = 1 + Math.floor(random() * 3)
    const areaM2 = Number((18 + 18 * rooms + 8 * random()).toFixed(1))
    const floor = 1 + Math.floor(random() * house.floorsTotal)
    const condition = (['none', 'cosmetic', 'euro', 'designer'] as const)[Math.floor(random() * 4)]
    const day = TOWN_DAY - Math.floor(random() * (spanDays + 1))
    const listing = kind === 'listing' || (kind === 'mixed' && random() < 0.5)
    const ln =
      Math.log(100_000 * 50) +
      0.85 * Math.log(areaM2 / 50) +
      0.03 * Math.log(floor) -
      (floor === 1 ? 0.04 : 0) +
      0.05 * ['none', 'cosmetic', 'euro', 'designer'].indexOf(condition ?? 'none') +
      0.003 * (house.yearBuilt - 1990) +
      4 * (house.lat - 55) +
      house.level +
      (yearlyGrowth * (day - TOWN_DAY)) / 365 +
      (listing ? 0.046 : 0) +
      noise * normal()
    return {
      sourceId: `t${i}`,
      kind: listing ? 'listing' : 'deal',
      date: isoOfDay(day),
      priceRub: Math.round(Math.exp(ln)),
      lat: house.lat,
      lon: house.lon,
      address: house.address,
      city: 'Образцовск',
      district: house.lat > 55 ? 'Северный' : 'Южный',
      areaM2,
      kitchenAreaM2: null,
      livingAreaM2: null,
      rooms,
      floor,
      floorsTotal: house.floorsTotal,
      yearBuilt: house.yearBuilt,
      houseMaterial: house.material,
      buildingClass: null,
      condition: random() < 0.2 ? null : (condition ?? null),
      market: 'secondary',
      ceilingHeightM: null,
    }
  })
}

/**
 * Settings under which a fit of a few hundred rows takes a fraction of a second: too few trials to
 * tune scales.
 */
export const QUICK_FIT = {
  folds: 2,
  trees: { trees: 20, leaves: 8 },
  tuningTrials: 100,
  intervalTrials: 120,
  unknownTrials: 120,
  fewestForTrees: 300,
} as const

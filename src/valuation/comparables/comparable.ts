// What a comparable is: one deal or one advert. How a record of a file becomes one stands in
// comparable-record.ts.
import { DEMO_SOURCE } from '../../datasets/dataset-store.ts'

/** Of a row and of a valuation, ISO date: long before any price that is known. */
export const EARLIEST_DATE = '1900-01-01'

export const KINDS = ['deal', 'listing'] as const
export const HOUSE_MATERIALS = [
  'panel',
  'block',
  'brick',
  'monolith',
  'monolith_brick',
  'stalin',
  'wood',
  'other',
] as const
export const CONDITIONS = ['none', 'cosmetic', 'euro', 'designer'] as const
export const MARKETS = ['new', 'secondary'] as const

export type Kind = (typeof KINDS)[number]
export type HouseMaterial = (typeof HOUSE_MATERIALS)[number]
export type Condition = (typeof CONDITIONS)[number]
export type Market = (typeof MARKETS)[number]

/** What is known of a flat; null = unknown. Areas in m², heights in m, WGS84 degrees. */
export interface Dwelling {
  readonly lat: number
  readonly lon: number
  readonly address: string | null
  readonly city: string | null
  readonly district: string | null
  readonly areaM2: number
  readonly kitchenAreaM2: number | null
  readonly livingAreaM2: number | null
  /** 0 is a studio. */
  readonly rooms: number
  readonly floor: number | null
  readonly floorsTotal: number | null
  readonly yearBuilt: number | null
  readonly houseMaterial: HouseMaterial | null
  readonly buildingClass: string | null
  readonly condition: Condition | null
  readonly market: Market | null
  readonly ceilingHeightM: number | null
}

/** One deal or one advert. `date` is ISO (YYYY-MM-DD), `priceRub` the whole price. */
export type Comparable = Dwelling & {
  readonly sourceId: string
  readonly kind: Kind
  readonly date: string
  readonly priceRub: number
}

/** A `sourceId` begins with the source of its row (comparable-store.ts). */
export function isDemoComparable({ sourceId }: Pick<Comparable, 'sourceId'>): boolean {
  return sourceId.startsWith(`${DEMO_SOURCE}:`)
}

// What a comparable is: one deal or one advert. How a record of a file becomes one stands in comparable-record.ts.
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

/** What is known of a flat, whoever describes it; null = unknown. Areas m², heights m, WGS84 degrees. */
export interface Dwelling {
  lat: number
  lon: number
  address: string | null
  city: string | null
  district: string | null
  areaM2: number
  kitchenAreaM2: number | null
  livingAreaM2: number | null
  /** 0 is a studio. */
  rooms: number
  floor: number | null
  floorsTotal: number | null
  yearBuilt: number | null
  houseMaterial: HouseMaterial | null
  buildingClass: string | null
  condition: Condition | null
  market: Market | null
  ceilingHeightM: number | null
}

/** One deal or one advert. `date` is ISO (YYYY-MM-DD), `priceRub` the whole price. */
export type Comparable = Dwelling & {
  sourceId: string
  kind: Kind
  date: string
  priceRub: number
}

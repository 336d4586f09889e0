// Best layouts as the wire has them: everything a drawing, a table or a check needs, in metres on
// the parcel's local plane. Shapes only: finding them is the solver's, judging them the checker's.
import type { LonLat } from '../geometry/local-plane.ts'
import type { Point, Region, Ring } from '../geometry/plane.ts'
import type { Typology } from '../norms/house-sizes.ts'
import type { RuleName, Rules } from '../norms/rule-set.ts'

export const OBJECTIVES = ['gfa', 'revenue', 'margin', 'balanced'] as const
export type Objective = (typeof OBJECTIVES)[number]

export const UNIT_TYPES = ['studio', '1', '2', '3'] as const
export type UnitType = (typeof UNIT_TYPES)[number]
export type UnitMix = Readonly<Record<UnitType, number>>

/** What was asked for, defaults filled in; a layout depends on this, the site and the rules alone. */
export interface LayoutRequest {
  readonly typologies: readonly Typology[]
  readonly storeys: { readonly min: number; readonly max: number }
  /** Shares of flats; they sum to 1. */
  readonly unit_mix: UnitMix
  readonly parking_ratio: number
  readonly objective: Objective
  /** Different layouts at most, 1–5. */
  readonly options: number
  readonly seed: number
}

export interface BestLayouts {
  readonly report_id: string
  /** ISO 8601 in UTC. */
  readonly generated_at: string
  readonly is_demo: boolean
  readonly parcel: {
    readonly cadastral_number: string
    readonly address: string | null
    readonly area_m2: number
  }
  readonly request: LayoutRequest
  readonly rule_set: { readonly id: string; readonly title: string; readonly rules: Rules }
  readonly site: Site
  readonly assumptions: LayoutAssumptions
  readonly outcome: 'ok' | 'no_feasible_layout'
  /** What limits the floor area; with no feasible layout, what rules every one out. */
  readonly binding_rule: RuleName
  /** The bound no layout can pass: the least of density and coverage × storeys, at the best storeys. */
  readonly upper_bound_gfa_m2: number
  /** Best first. */
  readonly options: readonly LayoutOption[]
}

/** What areas are turned into flats and money with. */
export interface LayoutAssumptions {
  /** Saleable area over floor area. */
  readonly saleable_share: number
  readonly unit_area_m2: Readonly<Record<UnitType, number>>
  readonly cost_rub_per_m2: number
  /**
   * Fewest storeys first, between them the straight line; null where there is no market evidence for
   * some type asked for.
   */
  readonly price_rub_per_m2: readonly StoreyPrices[] | null
}

/** Of new flats in a house of so many storeys. */
export interface StoreyPrices {
  readonly storeys: number
  readonly rub_per_m2: Readonly<Record<UnitType, number>>
}

export interface Site {
  /** The place of x = 0, y = 0; y points to true north there. */
  readonly origin: LonLat
  readonly boundary: Region
  /** Inside the setback. */
  readonly buildable: Region
  readonly buildable_area_m2: number
}

export interface Building {
  /** `А`, `Б`, … in the drawing. */
  readonly name: string
  readonly typology: Typology
  readonly footprint: Ring
  /** A perimeter block's court; empty elsewhere. */
  readonly courts: readonly Ring[]
  readonly storeys: number
  readonly height_m: number
  readonly footprint_m2: number
  readonly gfa_m2: number
}

export interface LayoutOption {
  /** 1 is the best. */
  readonly rank: number
  readonly score: number
  readonly buildings: readonly Building[]
  /** Ways for fire engines, as areas of their full width. */
  readonly fire_lanes: Region
  /** Ways for cars beside those: from parking to a way that leaves the site. */
  readonly drives: Region
  readonly parking: Region
  readonly playgrounds: Region
  readonly indicators: Indicators
  readonly checks: readonly RuleCheck[]
  readonly insolation: Insolation
  /** null where there is no market evidence. */
  readonly economics: Economics | null
}

/** Technical and economic indicators (ТЭП). Areas in m². */
export interface Indicators {
  readonly site_m2: number
  readonly footprint_m2: number
  readonly coverage: number
  readonly gfa_m2: number
  readonly density: number
  /** `gfa_m2` over the upper bound. */
  readonly share_of_bound: number
  readonly max_storeys: number
  readonly saleable_m2: number
  readonly units: Readonly<Record<UnitType, number>>
  readonly units_total: number
  readonly parking_needed: number
  readonly parking_given: number
  readonly playground_m2: number
  readonly green_m2: number
  readonly green_share: number
}

/** One rule held against one option: `actual` and `limit` in the rule's unit. */
export interface RuleCheck {
  readonly rule: RuleName | 'inside_buildable' | 'no_overlap'
  readonly relation: 'at_least' | 'at_most'
  readonly limit: number
  readonly actual: number
  readonly unit: 'm' | 'm2' | 'share' | 'h' | 'count'
  readonly ok: boolean
  readonly source: string
}

/** Sun on the facades of the first storey of dwellings, on the day that the rule names. */
export interface Insolation {
  /** MM-DD. */
  readonly day: string
  readonly latitude: number
  readonly points: readonly {
    readonly building: string
    readonly point: Point
    /** Longest time without a break, h. */
    readonly hours: number
  }[]
}

export interface Economics {
  /** Over its houses, by floor area, each at its own storeys. */
  readonly price_rub_per_m2: Readonly<Record<UnitType, number>>
  readonly revenue_rub: number
  readonly cost_rub: number
  readonly margin: number
}

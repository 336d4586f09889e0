// The answer of best-layouts as the reference describes it, in metres on the parcel's local plane,
// and what the types of layout.ts are taken from. Nothing is checked against this on the way out.
import { Type } from 'typebox'
import type { LonLat } from '../../geometry/local-plane.ts'
import type * as Plane from '../../geometry/plane.ts'
import { OrNull, Roubles, Share } from '../../http/schema-pieces.ts'
import { TYPOLOGIES } from '../../norms/house-sizes.ts'
import { RULE_NAMES, Rules, RuleUnit } from '../../norms/rule-set.ts'
import { LAND_GAP_CODES, LAND_TERM_CODES, LAND_WARNING_CODES } from '../land-warnings.ts'
import { perType } from '../unit-types.ts'

/** What the best layouts may be the best by. */
export const OBJECTIVES = ['gfa', 'revenue', 'margin', 'balanced'] as const

const Point = Type.Unsafe<Plane.Point>(
  Type.Array(Type.Number(), { description: 'Metres east and north of `site.origin`' }),
)
const Ring = Type.Array(Point, {
  description: 'Corners, metres east and north of `site.origin`; the first is not repeated',
})
const Region = Type.Array(Ring, {
  description:
    'Rings of corners, metres east and north of `site.origin`: outer ones counter-clockwise, holes clockwise',
})
const M2 = Type.Number({ description: 'm²' })

const Units = (description: string) =>
  Type.Object(
    perType(() => Type.Number()),
    { description },
  )

/**
 * What was asked for, defaults filled in; a layout depends on this, the site and the rules alone.
 * What `rule_set` does not allow of it is not built.
 */
export const LayoutsAsked = Type.Object(
  {
    typologies: Type.Array(Type.Enum(TYPOLOGIES)),
    storeys: Type.Object(
      { min: Type.Integer(), max: Type.Integer() },
      { description: 'As asked; built are those of them that the norms allow' },
    ),
    /** Of flats; they sum to 1. */
    unit_mix: Units('Shares'),
    parking_ratio: Type.Number({
      description: 'Spaces per flat as asked; where the norm asks for more, the norm holds',
    }),
    objective: Type.Enum(OBJECTIVES),
    /** Different layouts at most, 1–5. */
    options: Type.Integer(),
    seed: Type.Integer(),
  },
  { title: 'LayoutsAsked' },
)

export const Site = Type.Object(
  {
    origin: Type.Unsafe<LonLat>(
      Type.Array(Type.Number(), {
        description:
          'Longitude and latitude from which all corners are measured. PROJ places them on a map with `+proj=tmerc +lat_0=LATITUDE +lon_0=LONGITUDE +k=1 +datum=WGS84 +units=m`',
      }),
    ),
    boundary: Region,
    /** Inside the setback. */
    buildable: Region,
    buildable_area_m2: M2,
  },
  { title: 'LayoutSite' },
)

/** Prices of new flats in a house of this many storeys. */
export const StoreyPrices = Type.Object({
  storeys: Type.Integer(),
  rub_per_m2: Units('Roubles per m²'),
})

/** What areas are turned into flats and money with. */
export const LayoutAssumptions = Type.Object(
  {
    /** Saleable area over floor area. */
    saleable_share: Share,
    unit_area_m2: Units('m² of one flat'),
    cost_rub_per_m2: Type.Number(),
    /** Fewest storeys first. */
    price_rub_per_m2: OrNull(Type.Array(StoreyPrices), {
      description:
        'By storeys of the house, between them on the straight line; null where there is no market evidence',
    }),
  },
  { title: 'LayoutAssumptions' },
)

export const Building = Type.Object(
  {
    name: Type.String({ description: 'As in the drawing: `А`, `Б`, …' }),
    typology: Type.Enum(TYPOLOGIES),
    footprint: Ring,
    courts: Type.Array(Ring, {
      description: 'The court of a perimeter block, rings like `footprint`; elsewhere none',
    }),
    storeys: Type.Integer(),
    height_m: Type.Number(),
    footprint_m2: M2,
    gfa_m2: M2,
  },
  { title: 'Building' },
)

/** Technical and economic indicators (ТЭП). */
export const Indicators = Type.Object(
  {
    site_m2: M2,
    footprint_m2: M2,
    coverage: Share,
    gfa_m2: M2,
    density: Type.Number({ description: 'Floor area over site area' }),
    /** `gfa_m2` over the upper bound. */
    share_of_bound: Share,
    max_storeys: Type.Integer(),
    saleable_m2: M2,
    units: Units('Flats by type'),
    units_total: Type.Integer(),
    parking_needed: Type.Integer(),
    parking_given: Type.Integer(),
    playground_m2: M2,
    green_m2: M2,
    green_share: Share,
  },
  { title: 'LayoutIndicators' },
)

/** One rule held against one option. */
export const RuleCheck = Type.Object(
  {
    rule: Type.Enum([...RULE_NAMES, 'inside_buildable', 'no_overlap']),
    relation: Type.Enum(['at_least', 'at_most']),
    limit: Type.Number({
      description:
        'In `unit`. Of `parking_per_unit` and `playground_m2_per_unit` what all flats of the option need together, spaces or m², where the rule itself is for one flat',
    }),
    actual: Type.Number({ description: 'As `limit`: the option’s own, or the nearest to it' }),
    unit: RuleUnit,
    ok: Type.Boolean(),
    source: Type.String(),
  },
  { title: 'RuleCheck' },
)

/** Sun on the facades of the first storey of dwellings, on the day that the rule names. */
export const Insolation = Type.Object(
  {
    day: Type.String({ description: 'MM-DD' }),
    latitude: Type.Number(),
    points: Type.Array(
      Type.Object({
        building: Type.String(),
        point: Point,
        hours: Type.Number({ description: 'Longest time without a break' }),
      }),
      {
        description:
          'Along the facades. A point in shade breaks no rule by itself: a section needs the hours on one of its two long sides, a tower’s corner on one of its two',
      },
    ),
  },
  { title: 'Insolation' },
)

export const Economics = Type.Object(
  {
    /** Each house counts at its own storeys. */
    price_rub_per_m2: Units('Roubles per m², over its houses by floor area'),
    revenue_rub: Roubles,
    cost_rub: Type.Integer({
      description:
        'Whole roubles, of construction alone: a forecast counts land, preparation, selling and interest too',
    }),
    margin: Type.Number({
      description: 'What construction leaves of the revenue, a share; more than a forecast’s',
    }),
  },
  { title: 'LayoutEconomics' },
)

export const LayoutOption = Type.Object(
  {
    rank: Type.Integer({ description: '1 is the best' }),
    score: Type.Number({
      description:
        'By the objective; the best has the most, 1 at about the best thinkable; of `margin` below 0 where building costs more than it brings; without market evidence `revenue` and `margin` go by floor area',
    }),
    buildings: Type.Array(Building),
    fire_lanes: Type.Array(Ring, {
      description:
        'Ways for fire engines, in full width, as rings of corners: those along the houses, to which `fire_lane_distance_m` applies, and those that join them and lead out, which may pass walls nearer; a hole is a ring of its own, clockwise',
    }),
    drives: Type.Array(Ring, {
      description:
        'Ways for cars besides `fire_lanes`, from parking to those or out of the site, as rings of corners; holes clockwise',
    }),
    parking: Region,
    playgrounds: Region,
    indicators: Indicators,
    checks: Type.Array(RuleCheck),
    insolation: Insolation,
    economics: OrNull(Economics, {
      description: 'null where there is no market evidence',
    }),
  },
  { title: 'Layout' },
)

export const BestLayoutsAnswer = Type.Object(
  {
    report_id: Type.String(),
    generated_at: Type.String({
      format: 'date-time',
      description: 'ISO 8601 UTC: the start of the day the layouts are for',
    }),
    is_demo: Type.Boolean(),
    parcel: Type.Object({
      cadastral_number: Type.String(),
      address: OrNull(Type.String()),
      area_m2: M2,
      declared_area_m2: OrNull(Type.Number(), { description: 'm², by the documents' }),
      category: OrNull(Type.String()),
      permitted_use: OrNull(Type.String()),
    }),
    request: LayoutsAsked,
    rule_set: Type.Object({ id: Type.String(), title: Type.String(), rules: Rules }),
    site: Site,
    assumptions: LayoutAssumptions,
    warnings: Type.Array(
      Type.Object({
        code: Type.Enum([
          ...LAND_WARNING_CODES,
          ...LAND_TERM_CODES,
          ...LAND_GAP_CODES,
          'thin_evidence',
        ]),
        text: Type.String({ description: 'For a reader, in Russian' }),
      }),
      {
        description:
          'Why no house with flats may be built there until something changes, on what terms one may, what is unknown of the land, and which prices rest on little',
      },
    ),
    outcome: Type.Enum(['ok', 'no_feasible_layout']),
    binding_rule: Type.Enum(RULE_NAMES, {
      description: 'What limits the floor area; with no feasible layout, what rules every one out',
    }),
    upper_bound_gfa_m2: Type.Number({
      description:
        'm²; no layout can pass it: the least of density, coverage × storeys and buildable area × storeys, at the best storeys',
    }),
    reachable_gfa_m2: Type.Number({
      description: 'm²; the same at storeys where the least house has room; 0 where it has none',
    }),
    /** Best first. */
    options: Type.Array(LayoutOption),
    method: Type.Object({ version: Type.String(), disclaimer: Type.String() }),
  },
  { title: 'BestLayouts' },
)

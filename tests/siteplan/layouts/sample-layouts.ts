// Best layouts made up by hand, for tests of what is drawn and said of them. Their shapes are true
// to each other; no solver has seen them.
import { areaOf, type Point, type Region, type Ring } from '../../../src/geometry/plane.ts'
import { inset } from '../../../src/geometry/region.ts'
import type { Typology } from '../../../src/norms/house-sizes.ts'
import type {
  BestLayouts,
  Building,
  LayoutOption,
  RuleCheck,
} from '../../../src/siteplan/layouts/layout.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'

const { id, title, rules: RULES } = DEFAULT_RULES
const MEAN_PRICES = { studio: 152_000, '1': 145_000, '2': 138_000, '3': 132_000 }

/** A rectangle of `length` along `angleDeg` and `depth` across, counter-clockwise. */
export function rectangle([x, y]: Point, length: number, depth: number, angleDeg = 0): Ring {
  const angle = (angleDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [-length / 2, -depth / 2],
    [length / 2, -depth / 2],
    [length / 2, depth / 2],
    [-length / 2, depth / 2],
  ].map(([dx = 0, dy = 0]): Point => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
}

export function building(
  name: string,
  typology: Typology,
  footprint: Ring,
  storeys: number,
  courts: Ring[] = [],
): Building {
  const footprint_m2 = areaOf([footprint, ...courts])
  return {
    name,
    typology,
    footprint,
    courts,
    storeys,
    height_m: storeys * 3,
    footprint_m2,
    gfa_m2: footprint_m2 * storeys,
  }
}

const BOUNDARY: Region = [
  [
    [-78, -60],
    [20, -74],
    [84, -48],
    [90, 30],
    [38, 66],
    [-70, 52],
  ],
]

function option(
  rank: number,
  buildings: Building[],
  grounds: Pick<LayoutOption, 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>,
): LayoutOption {
  const site_m2 = areaOf(BOUNDARY)
  const footprint_m2 = buildings.reduce((sum, one) => sum + one.footprint_m2, 0)
  const gfa_m2 = buildings.reduce((sum, one) => sum + one.gfa_m2, 0)
  const saleable_m2 = gfa_m2 * 0.72
  const units_total = Math.round(saleable_m2 / 48)
  const units = {
    studio: Math.round(units_total * 0.2),
    '1': Math.round(units_total * 0.35),
    '2': Math.round(units_total * 0.3),
    '3': 0,
  }
  units['3'] = units_total - units.studio - units['1'] - units['2']
  const built =
    footprint_m2 + areaOf(grounds.fire_lanes) + areaOf(grounds.drives) + areaOf(grounds.parking)
  const green_m2 = site_m2 - built - areaOf(grounds.playgrounds)
  const parking_needed = Math.ceil(units_total * 0.6)
  const checks: RuleCheck[] = [
    check('inside_buildable', 'at_most', 0, 0, 'm2', RULES.setback_m.source),
    check('setback_m', 'at_least', 3, 3.02, 'm', RULES.setback_m.source),
    check(
      'max_coverage',
      'at_most',
      0.246,
      footprint_m2 / site_m2,
      'share',
      RULES.max_coverage.source,
    ),
    check('max_density', 'at_most', 0.8, gfa_m2 / site_m2, 'ratio', RULES.max_density.source),
    check(
      'max_storeys',
      'at_most',
      25,
      Math.max(...buildings.map(({ storeys }) => storeys)),
      'count',
      RULES.max_storeys.source,
    ),
    check(
      'max_height_m',
      'at_most',
      75,
      Math.max(...buildings.map(({ height_m }) => height_m)),
      'm',
      RULES.max_height_m.source,
    ),
    check('daylight_gap_long_m', 'at_least', 20, 24.5, 'm', RULES.daylight_gap_long_m.source),
    check('fire_gap_m', 'at_least', 6, 12.8, 'm', RULES.fire_gap_m.source),
    check('fire_lane_width_m', 'at_least', 4.2, 4.2, 'm', RULES.fire_lane_width_m.source),
    check('insolation_h', 'at_least', 2, 2.33, 'h', RULES.insolation_h.source),
    check(
      'parking_per_unit',
      'at_least',
      parking_needed,
      parking_needed + 3,
      'count',
      RULES.parking_per_unit.source,
    ),
    check('min_green', 'at_least', 0.15, green_m2 / site_m2, 'share', RULES.min_green.source),
  ]
  return {
    rank,
    score: 1 - rank * 0.04,
    buildings,
    ...grounds,
    indicators: {
      site_m2,
      footprint_m2,
      coverage: footprint_m2 / site_m2,
      gfa_m2,
      density: gfa_m2 / site_m2,
      share_of_bound: gfa_m2 / (site_m2 * 0.8),
      max_storeys: Math.max(...buildings.map(({ storeys }) => storeys)),
      saleable_m2,
      units,
      units_total,
      parking_needed,
      parking_given: parking_needed + 3,
      playground_m2: areaOf(grounds.playgrounds),
      green_m2,
      green_share: green_m2 / site_m2,
    },
    checks,
    insolation: {
      day: '04-22',
      latitude: 52.28,
      points: buildings.flatMap(({ name, footprint }) => facadePoints(name, footprint)),
    },
    economics: {
      price_rub_per_m2: MEAN_PRICES,
      revenue_rub: Math.round(saleable_m2 * 139_500),
      cost_rub: Math.round(gfa_m2 * 78_000),
      margin: 1 - (gfa_m2 * 78_000) / (saleable_m2 * 139_500),
    },
  }
}

function check(
  rule: RuleCheck['rule'],
  relation: RuleCheck['relation'],
  limit: number,
  actual: number,
  unit: RuleCheck['unit'],
  source: string,
): RuleCheck {
  const ok = relation === 'at_most' ? actual <= limit + 1e-9 : actual >= limit - 1e-9
  return { rule, relation, limit, actual, unit, ok, source }
}

/** Every three metres; the more a side looks south, the more sun it is given. */
function facadePoints(name: string, ring: Ring): LayoutOption['insolation']['points'] {
  return ring.flatMap((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const south = (to[0] - from[0]) / length
    const count = Math.max(1, Math.floor(length / 3))
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count
      return {
        building: name,
        point: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as Point,
        hours: Math.max(0, 3.2 + 3.4 * south - 1.1 * Math.sin(at / 3) ** 2),
      }
    })
  })
}

const SLABS = option(
  1,
  [
    building('А', 'slab', rectangle([-20, 36], 84, 15, 6), 5),
    building('Б', 'slab', rectangle([-28, -38], 56, 15, -8), 5),
    building('В', 'tower', rectangle([64, -16], 25, 25, 4), 7),
  ],
  {
    fire_lanes: [rectangle([-18, 21], 96, 4.2, 6), rectangle([-27, -23], 68, 4.2, -8)],
    drives: [rectangle([-34, 12.4], 6, 9.8, 0)],
    parking: [rectangle([-34, -1], 62, 17, 0)],
    playgrounds: [rectangle([20, -6], 22, 18, 0)],
  },
)
const TOWERS = option(
  2,
  [
    building('А', 'tower', rectangle([-48, 30], 26, 26), 6),
    building('Б', 'tower', rectangle([12, 38], 26, 26), 6),
    building('В', 'tower', rectangle([62, 2], 26, 26), 6),
    building('Г', 'tower', rectangle([-44, -36], 26, 26), 4),
  ],
  {
    fire_lanes: [rectangle([-18, 8.5], 100, 4.2, 0)],
    drives: [rectangle([-10, 4.45], 6, 3.9, 0)],
    parking: [rectangle([-10, -6], 60, 17, 0)],
    playgrounds: [rectangle([20, -40], 26, 20, 0)],
  },
)
const BLOCK = option(
  3,
  [
    building('А', 'perimeter', rectangle([-16, 0], 92, 72, 4), 3, [
      rectangle([-16, 0], 62, 42, 4).toReversed(),
    ]),
  ],
  {
    fire_lanes: [rectangle([-14, -44], 104, 4.2, 4)],
    drives: [rectangle([49.5, -40.4], 23, 6, 0), rectangle([58, -33.7], 6, 7.4, 0)],
    parking: [rectangle([58, 0], 17, 60, 0)],
    playgrounds: [rectangle([-16, 0], 30, 18, 4)],
  },
)

/** Three options on a site of two hectares. */
export function sampleLayouts(change: Partial<BestLayouts> = {}): BestLayouts {
  const buildable = inset(BOUNDARY, 3)
  return {
    report_id: '6f3c1d0e9b7a4c52',
    generated_at: '2026-11-21T00:00:00.000Z',
    is_demo: false,
    parcel: {
      cadastral_number: '38:36:000021:1234',
      address: 'г. Иркутск, ул. Байкальская, уч. 244',
      area_m2: areaOf(BOUNDARY),
      declared_area_m2: Math.round(areaOf(BOUNDARY)),
      category: 'Земли населённых пунктов',
      permitted_use: 'Многоэтажная жилая застройка (высотная застройка)',
    },
    request: {
      typologies: ['slab', 'tower', 'perimeter'],
      storeys: { min: 4, max: 9 },
      unit_mix: { studio: 0.2, '1': 0.35, '2': 0.3, '3': 0.15 },
      parking_ratio: 0.6,
      objective: 'balanced',
      options: 3,
      seed: 1,
    },
    rule_set: { id, title, rules: RULES },
    site: {
      origin: [104.33, 52.28],
      boundary: BOUNDARY,
      buildable,
      buildable_area_m2: areaOf(buildable),
    },
    assumptions: {
      saleable_share: 0.72,
      unit_area_m2: { studio: 28, '1': 40, '2': 58, '3': 80 },
      cost_rub_per_m2: 78_000,
      price_rub_per_m2: [{ storeys: 9, rub_per_m2: MEAN_PRICES }],
    },
    outcome: 'ok',
    warnings: [],
    binding_rule: 'max_density',
    upper_bound_gfa_m2: areaOf(BOUNDARY) * 0.8,
    reachable_gfa_m2: areaOf(BOUNDARY) * 0.8,
    options: [SLABS, TOWERS, BLOCK],
    method: {
      version: 'layouts-1',
      disclaimer:
        'Это предварительная проработка, не проектная документация и не градостроительный план. ' +
        'Нормы и ограничения участка проверяются по ПЗЗ, ГПЗУ и местным нормативам до любых решений.',
    },
    ...change,
  }
}

/** Of a site on which no layout is feasible. */
export const nothingFound = (): BestLayouts =>
  sampleLayouts({ outcome: 'no_feasible_layout', binding_rule: 'setback_m', options: [] })

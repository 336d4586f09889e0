// Massings to try: every direction, typology and number of storeys. Never whether the rules hold
// (broken-rule.ts).
import type { StoreyLimit } from '../../../../norms/envelope.ts'
import { SIZES_M, type Typology } from '../../../../norms/house-sizes.ts'
import { fireLaneDemand, stepAt } from '../../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import type { LayoutsAsked } from '../../layout.ts'
import type { FramedSite } from '../framed-sites.ts'
import type { MassingTask, Sketch } from '../massing/massing.ts'
import { blockMassings } from '../massing/place-blocks.ts'
import { slabMassings } from '../massing/place-slabs.ts'
import { towerMassings } from '../massing/place-towers.ts'
import type { RowSetsFor } from '../massing/rows.ts'
import { LEAST_GAP_M } from '../rules/gaps.ts'
import type { Asked } from '../solver-input.ts'
import { AREA_SPARE, FOR_ROUNDING } from '../tolerances.ts'

export interface Candidate {
  readonly sketch: Sketch
  readonly framed: FramedSite
  readonly gfaM2: number
  readonly storeys: number
}

/** Floor area aimed at: a share of what each number of storeys allows, or so many m² at most. */
export type Aim = { readonly share: number } | { readonly gfaM2: number }

/** Added to gaps, so that rounding to millimetres never makes one too small, m. */
const GAP_SPARE_M = 0.02

/** Of all buildings together, at most. */
function footprintAimedAtM2({ storeys, maxGfaM2, maxFootprintM2 }: StoreyLimit, aim: Aim): number {
  const gfaM2 = 'share' in aim ? maxGfaM2 * aim.share : Math.min(maxGfaM2, aim.gfaM2)
  return Math.min(maxFootprintM2, gfaM2 / storeys) * (1 - AREA_SPARE)
}

/** Above about this many storeys a block's court gets too little sun. */
const BLOCK_STOREYS = 12

/**
 * By the request alone. Blocks end at twelve storeys, unless only blocks are asked for and none so
 * low: then at the fewest asked for.
 */
export function mostStoreys(
  typology: Typology,
  { storeys, typologies }: Pick<LayoutsAsked, 'storeys' | 'typologies'>,
): number {
  if (typology !== 'perimeter') return storeys.max
  return typologies.length === 1 ? Math.max(BLOCK_STOREYS, storeys.min) : BLOCK_STOREYS
}

/**
 * Numbers of storeys tried among those with the same density, both ends included, where not each
 * is.
 */
const STOREYS_PER_BAND = 6

/** Limits that differ by less floor area are of the same density: the rest is rounding, m². */
const ALIKE_M2 = 1

/** Storeys of a tower, at least; lower ones see leastStoreys. */
export const TOWER_STOREYS = 9

/** Storeys of a low tower, at least, if one so high fits. */
const LOW_TOWER_STOREYS = 5

/**
 * The fewest storeys tried; 0 = any. Only towers have a least height, nine storeys. Beside slabs,
 * the usual low houses, it is lowered only to the norms' own maximum. Without slabs it is lowered
 * also where, from nine storeys up, no floor has room for the smallest tower; solve.ts looks below
 * nine once more if a whole search found nothing.
 */
function leastStoreys(
  typology: Typology,
  { typologies }: LayoutsAsked,
  limits: readonly StoreyLimit[],
): number {
  if (typology !== 'tower') return 0
  if (typologies.includes('slab')) return Math.min(TOWER_STOREYS, limits.at(-1)?.storeys ?? 0)
  const leastTowerM2 = SIZES_M.towerSide.least ** 2
  const highest =
    limits.findLast((limit) => footprintAimedAtM2(limit, { share: 1 }) >= leastTowerM2)?.storeys ??
    0
  return highest >= TOWER_STOREYS ? TOWER_STOREYS : Math.min(LOW_TOWER_STOREYS, highest)
}

/** Where massings are tried. */
export interface SearchedSite {
  readonly framed: readonly FramedSite[]
  /** In order of storeys. */
  readonly limits: readonly StoreyLimit[]
}

/** What candidates are wanted for. */
interface Wanted {
  readonly aim: Aim
  /** Candidates have more floor area than this, m². */
  readonly leastGfaM2: number
  /** Whether each number of storeys is tried, and not only a few of those alike. */
  readonly everyStoreys: boolean
}

export function candidatesOf(
  { framed, limits }: SearchedSite,
  { request, rules }: Asked,
  wanted: Wanted,
): Map<Typology, Candidate[]> {
  const found = new Map<Typology, Candidate[]>()
  for (const typology of request.typologies) {
    const most = mostStoreys(typology, request)
    const least = leastStoreys(typology, request, limits)
    const usable = limits.filter(({ storeys }) => storeys <= most && storeys >= least)
    const tried = wanted.everyStoreys ? usable : fewAtEachDensity(usable)
    const ofTypology = { ...wanted, typology, framed, rules }
    found.set(
      typology,
      tried.flatMap((limit) => candidatesAt(limit, ofTypology)),
    )
  }
  return found
}

/** What the candidates of a typology have in common, whatever their number of storeys. */
interface OfOneTypology extends Wanted {
  readonly typology: Typology
  readonly framed: readonly FramedSite[]
  readonly rules: Rules
}

function candidatesAt(
  limit: StoreyLimit,
  { typology, framed, rules, aim, leastGfaM2 }: OfOneTypology,
): readonly Candidate[] {
  const { storeys } = limit
  const targetFootprintM2 = footprintAimedAtM2(limit, aim)
  // Nearly all searches but the first are for more than most numbers of storeys can give.
  if (targetFootprintM2 * storeys * FOR_ROUNDING <= leastGfaM2) return []
  const level = { storeys, targetFootprintM2, leastFootprintM2: leastGfaM2 / storeys, rules }
  const candidates: Candidate[] = []
  for (const site of framed) {
    for (const sketch of sketchesOn(site, typology, level)) {
      const gfaM2 = sketch.footprintM2 * storeys
      if (gfaM2 > leastGfaM2) candidates.push({ sketch, framed: site, gfaM2, storeys })
    }
  }
  return candidates
}

/** What the massings of one number of storeys have in common. */
interface Level extends Omit<MassingTask, 'gapM'> {
  readonly rules: Rules
}

/** Of one typology and number of storeys, in one direction. */
function sketchesOn(
  { rowSetsFor, rowSetsInside }: FramedSite,
  typology: Typology,
  { rules, ...level }: Level,
): Sketch[] {
  const { storeys } = level
  const longM = stepAt(rules.daylight_gap_long_m.value, storeys)
  const gapM = Math.max(longM, rules.fire_gap_m.value, LEAST_GAP_M) + GAP_SPARE_M
  // A block needs a way along each wing: first with room for all outside, then with its court as
  // one.
  const { leastM, widthM } = fireLaneDemand(storeys, rules)
  const laneM = leastM + widthM + GAP_SPARE_M
  const sets = typology === 'perimeter' ? [rowSetsInside(laneM), rowSetsFor] : [rowSetsFor]
  return [...new Set(sets)].flatMap((rows) => massings[typology](rows, { ...level, gapM }))
}

type MassingsOn = (rowSetsFor: RowSetsFor, task: MassingTask) => Sketch[]

const massings: Readonly<Record<Typology, MassingsOn>> = {
  slab: slabMassings,
  tower: towerMassings,
  perimeter: blockMassings,
}

/** At most `STOREYS_PER_BAND` of the limits whose floor area is alike, evenly taken. */
function fewAtEachDensity(limits: readonly StoreyLimit[]): StoreyLimit[] {
  const bands: StoreyLimit[][] = []
  for (const limit of limits) {
    const band = bands.at(-1)
    const alike = band?.[0] && Math.abs(band[0].maxGfaM2 - limit.maxGfaM2) < ALIKE_M2
    if (band && alike) band.push(limit)
    else bands.push([limit])
  }
  return bands.flatMap((band) => {
    if (band.length <= STOREYS_PER_BAND) return band
    const step = (band.length - 1) / (STOREYS_PER_BAND - 1)
    return Array.from({ length: STOREYS_PER_BAND }, (_, i) => band[Math.round(i * step)]).filter(
      (limit) => limit !== undefined,
    )
  })
}

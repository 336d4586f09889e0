// Perimeter blocks in rows: closed round a court, or open to one side. Never whether the rules hold
// there (rules/broken-rule.ts).
import { LEAST_BLOCK_SIDE_M, SIZES_M } from '../../../../norms/house-sizes.ts'
import type { Interval } from '../frame/strips.ts'
import { COORDINATE_M } from '../tolerances.ts'
import type { Mass, MassingTask, Side, Sketch } from './massing.ts'
import type { RowSetsFor, Stretch } from './rows.ts'

/** Outer depths of blocks tried, m. */
const DEPTHS = [44, 52, 60, 70, 80, 95]

/** Tried where the ground is too narrow for the others, the first that has room there, m. */
const NARROW_DEPTHS = [42, 40, 38, 36, SIZES_M.courtLeast + SIZES_M.wing.least]

const WINGS = [SIZES_M.wing.usual, SIZES_M.wing.least, SIZES_M.wing.most]
const OPENINGS: readonly (Side | null)[] = ['s', 'n', null, 'e', 'w']
const MAX_ROWS = 4

export function blockMassings(
  rowSetsFor: RowSetsFor,
  { storeys, gapM, targetFootprintM2 }: Omit<MassingTask, 'leastFootprintM2'>,
): Sketch[] {
  const sketches: Sketch[] = []
  const setsOf = (depthM: number) => rowSetsFor(depthM, LEAST_BLOCK_SIDE_M, gapM, MAX_ROWS)
  for (const depthM of depthsFor(setsOf)) {
    for (const set of setsOf(depthM)) {
      const places = set.partsOf(SIZES_M.blockSideMost, gapM, 0)
      if (places.length === 0) continue
      const choices = choicesOf(places)
      for (const wingM of WINGS) {
        for (const open of OPENINGS) {
          const form = { depthM, wingM, open }
          sketches.push(...blocksOf(form, choices, targetFootprintM2, storeys))
        }
      }
    }
  }
  return sketches
}

function depthsFor(setsOf: (depthM: number) => readonly unknown[]): readonly number[] {
  const hasRoom = (depthM: number) => setsOf(depthM).length > 0
  if (DEPTHS.some(hasRoom)) return DEPTHS
  const narrow = NARROW_DEPTHS.find(hasRoom)
  return narrow === undefined ? [] : [narrow]
}

/** All places, the longest of each row, and the longest of all. */
function choicesOf(places: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const ofRows = [...Map.groupBy(places, ({ row }) => row).values()].map(longestOf)
  const choices = [places, ofRows, [longestOf(ofRows)]]
  return choices.filter(({ length }, i) => length !== choices[i - 1]?.length)
}

/** The first of the longest. */
function longestOf(places: readonly Stretch[]): Stretch {
  return places.reduce((a, b) => (lengthOf(b) > lengthOf(a) + COORDINATE_M ? b : a))
}

function lengthOf({ span: [from, to] }: Stretch): number {
  return to - from
}

/** One massing for each choice of places where blocks of the form have a court and fit. */
function blocksOf(
  form: Omit<Block, 'widthM'>,
  choices: readonly (readonly Stretch[])[],
  targetFootprintM2: number,
  storeys: number,
): readonly Sketch[] {
  return choices.flatMap((taken) => {
    const areaM2 = targetFootprintM2 / taken.length
    const block = { ...form, widthM: widthFor(areaM2, form) }
    if (!hasCourt(block) || !taken.every(({ span }) => fits(span, block))) return []
    return {
      count: taken.length,
      footprintM2: areaM2 * taken.length,
      layOut: () => taken.map((place) => blockIn(place, block, storeys)),
    }
  })
}

/** What all blocks of one massing have in common. */
interface Block {
  readonly depthM: number
  readonly wingM: number
  readonly open: Side | null
  readonly widthM: number
}

function hasCourt({ depthM, wingM, open, widthM }: Block): boolean {
  const courtX = widthM - (open === 'e' || open === 'w' ? 1 : 2) * wingM
  const courtY = depthM - (open === 'n' || open === 's' ? 1 : 2) * wingM
  return Math.min(courtX, courtY) >= SIZES_M.courtLeast
}

function fits([from, to]: Interval, { widthM }: Block): boolean {
  return widthM <= Math.min(to - from, SIZES_M.blockSideMost)
}

/** In the middle of its stretch. */
function blockIn(
  { row, span: [from, to] }: Stretch,
  { depthM, wingM, open, widthM }: Block,
  storeys: number,
): Mass {
  const x0 = (from + to - widthM) / 2
  return {
    typology: 'perimeter',
    outer: { x0, x1: x0 + widthM, y0: row.y0, y1: row.y0 + depthM },
    wingM,
    open,
    storeys,
  }
}

/** The width at which the wings cover the ground asked for. */
function widthFor(areaM2: number, { depthM, wingM, open }: Omit<Block, 'widthM'>): number {
  if (open === null) return areaM2 / (2 * wingM) + 2 * wingM - depthM
  if (open === 'n' || open === 's') return areaM2 / wingM - 2 * (depthM - wingM)
  return (areaM2 / wingM - depthM) / 2 + wingM
}

// Whether a building has the shape of its typology. The checker looks for its ways and its sun by
// the typology, so a false one would hide what they lack.
import { SIZES_M, type Typology } from '../../../norms/house-sizes.ts'
import type { Building } from '../layout.ts'
import { SLACK_M } from './tolerances.ts'
import { cosineBetween, depthBehind, isInCorner, type Wall, wallsOf } from './walls.ts'

/** Two walls are at a right angle where the cosine between them is less. */
const UPRIGHT = 1e-3

/** What differs from houses of its typology; undefined where nothing does. */
export function shapeFault(building: Building): string | undefined {
  const walls = wallsOf(building)
  if (!areUpright(walls)) return 'walls that are not at right angles'
  return FAULT_OF[building.typology](walls)
}

type FaultOf = (walls: readonly Wall[]) => string | undefined

const FAULT_OF: Readonly<Record<Typology, FaultOf>> = {
  tower: towerFault,
  slab: slabFault,
  perimeter: blockFault,
}

function towerFault(walls: readonly Wall[]): string | undefined {
  if (walls.length !== 4) return `${walls.length} walls`
  return walls.every(({ lengthM }) => isInRange(lengthM, SIZES_M.towerSide))
    ? undefined
    : `sides of ${lengthsOf(walls)} m`
}

/** Of whole sections, each of a length that sections may have. */
function slabFault(walls: readonly Wall[]): string | undefined {
  if (walls.length !== 4) return `${walls.length} walls`
  const { slabDepth, section, slabLengthMost } = SIZES_M
  const lengths = walls.map(({ lengthM }) => lengthM)
  const [depthM, lengthM] = [Math.min(...lengths), Math.max(...lengths)]
  const sections = Math.ceil((lengthM - SLACK_M) / section.most)
  const isWhole = lengthM >= sections * section.least - SLACK_M
  return isInRange(depthM, slabDepth) && isWhole && lengthM <= slabLengthMost + SLACK_M
    ? undefined
    : `sides of ${lengthsOf(walls)} m`
}

/** Wings round a court, or on three sides of one that opens to the fourth. */
function blockFault(walls: readonly Wall[]): string | undefined {
  const inner = walls.filter((wall) => !wall.onOutline || isInCorner(wall))
  const isClosed = inner.length === 4 && inner.every(({ onOutline }) => !onOutline)
  const isOpen = inner.length === 3 && inner.every(({ onOutline }) => onOutline)
  if (walls.length !== 8 || !(isClosed || isOpen)) return `${walls.length} walls and no court`
  const depths = inner.map((wall) => depthBehind(wall, walls))
  if (!depths.every((depthM) => isInRange(depthM, SIZES_M.wing))) return `wings of ${depths} m`
  return inner.every(({ lengthM }) => lengthM >= SIZES_M.courtLeast - SLACK_M)
    ? undefined
    : `a court of ${lengthsOf(inner)} m`
}

function areUpright(walls: readonly Wall[]): boolean {
  const [first] = walls
  const cosines = walls.map((wall) => Math.abs(cosineBetween(wall, first ?? wall)))
  return cosines.every((cosine) => cosine < UPRIGHT || cosine > 1 - UPRIGHT)
}

function isInRange(
  valueM: number,
  { least, most }: { readonly least: number; readonly most: number },
): boolean {
  return valueM >= least - SLACK_M && valueM <= most + SLACK_M
}

function lengthsOf(walls: readonly Wall[]): string {
  return walls.map(({ lengthM }) => lengthM).join(', ')
}

// The ways in which parking is laid out, the best first: how far from walls, in pieces of what
// shape, with drives how wide. Placing it is parking.ts's.
import { parkingToWindowsM } from '../../../../norms/parking-distance.ts'
import { DRIVE_M, NARROW_DRIVE_M } from './drives.ts'
import { CLEAR_M, type PieceShape } from './pieces.ts'

/** A drive's width is kept between pieces, because rows across the way would block each other. */
const COMB_PARKING: PieceShape = { acrossLeastM: 5.5, acrossMostM: 18, alongMostM: 60, apartM: 7 }

const TIGHT_PARKING: PieceShape = { acrossLeastM: 5.5, acrossMostM: 18, alongMostM: 150, apartM: 0 }

/**
 * At least a row of 5.3 m and the 6 m that cars need to turn into it; at most two rows and their
 * way.
 */
const ROOMY_PARKING: PieceShape = { acrossLeastM: 11.3, acrossMostM: 18, alongMostM: 70, apartM: 3 }

/** As far as the sanitary rules ask of a parking of so many spaces, 25 m² each. */
const SANITARY_SPACES = 49
const SANITARY_CLEAR_M = parkingToWindowsM(SANITARY_SPACES)
const SANITARY_PARKING: PieceShape = { ...ROOMY_PARKING, alongMostM: 68 }

/** For less ground: one row with a narrow way; then anything that fits. */
const PARKING_SHAPES: readonly PieceShape[] = [
  { acrossLeastM: 8, acrossMostM: 18, alongMostM: 70, apartM: 3 },
  TIGHT_PARKING,
]

export interface ParkingPlan {
  /** Distance from walls, m. */
  readonly clearM: number
  readonly shape: PieceShape
  /** Width of drives, m. */
  readonly widthM: number
  /** Whether cars may cross another piece to reach this one, or drive in straight from outside. */
  readonly through: boolean
}

export const LEAST_DEMANDING: ParkingPlan = {
  clearM: 3,
  shape: TIGHT_PARKING,
  widthM: NARROW_DRIVE_M,
  through: true,
}

/** The best first; then LEAST_DEMANDING. */
export const PARKING_PLANS: readonly ParkingPlan[] = [
  ...[
    { clearM: SANITARY_CLEAR_M, shape: SANITARY_PARKING },
    ...CLEAR_M.map((clearM) => ({ clearM, shape: ROOMY_PARKING })),
    ...CLEAR_M.flatMap((clearM) => PARKING_SHAPES.map((shape) => ({ clearM, shape }))),
    ...CLEAR_M.slice(1).map((clearM) => ({ clearM, shape: COMB_PARKING })),
  ].map((plan) => ({ ...plan, widthM: DRIVE_M, through: false })),
  { ...LEAST_DEMANDING, clearM: 6 },
]

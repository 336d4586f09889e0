// Hours of sun on facades: a point against every wing of every building, ray by ray. The sun's
// place is sun.ts's; which points count is massing/facade-points.ts's.
import { radians } from '../../../../geometry/angles.ts'
import { SUN_STEP_MIN, type SunPosition } from '../../sun.ts'
import type { Frame } from '../frame/frame.ts'
import { grown, type Rect, rectDistance } from '../frame/rect.ts'
import { type FacadePoint, sectionsOf } from '../massing/facade-points.ts'
import { type Mass, wingsOf } from '../massing/massing.ts'
import { PARALLEL } from '../tolerances.ts'

/** Sun that grazes a facade by less lights no room. */
const GRAZING_SINE = Math.sin(radians(10))

/** Above the ground: a window of the first storey. */
const WINDOW_HEIGHT_M = 1.5

/** Rays start this far off their facade, so that it does not shade itself, m. */
const OFF_FACADE_M = 0.01

/**
 * A ray this near to a corner or a roof counts as blocked, m: on the drawing, which is rounded, it
 * may be.
 */
const EDGE_M = 0.005

/** The sun's way in a frame: towards it along x and y, and the tangent of its altitude. */
export interface Ray {
  readonly dx: number
  readonly dy: number
  readonly rise: number
}

interface PointHours {
  readonly building: number
  readonly point: FacadePoint
  readonly hours: number
}

export interface SunHours {
  readonly points: readonly PointHours[]
  /** The best point's hours in the darkest section of all. */
  readonly leastHours: number
}

export function raysIn({ cos, sin }: Frame, path: readonly SunPosition[]): Ray[] {
  return path.map(({ east, north, altitudeDeg }) => ({
    dx: east * cos + north * sin,
    dy: -east * sin + north * cos,
    rise: Math.tan(radians(altitudeDeg)),
  }))
}

/**
 * Sun on all sections; stops early, with what it found, once a section has less than `demandedH`.
 */
export function sunHoursOf(
  buildings: readonly Mass[],
  rays: readonly Ray[],
  storeyHeightM: number,
  demandedH = -Infinity,
): SunHours {
  const wings = buildings.flatMap((mass) =>
    wingsOf(mass).map((rect) => ({ rect, heightM: mass.storeys * storeyHeightM })),
  )
  const points: PointHours[] = []
  let leastHours = Infinity
  for (const [building, mass] of buildings.entries()) {
    for (const section of sectionsOf(mass)) {
      let best = 0
      for (const point of section) {
        const hours = longestSun(point, wings, rays)
        points.push({ building, point, hours })
        if (hours > best) best = hours
      }
      if (best < leastHours) leastHours = best
      if (leastHours < demandedH) return { points, leastHours }
    }
  }
  return { points, leastHours: leastHours === Infinity ? 0 : leastHours }
}

/** Hours without a break: between the first and last of consecutive positions in the sun. */
function longestSun(
  { at, out }: FacadePoint,
  wings: readonly { readonly rect: Rect; readonly heightM: number }[],
  rays: readonly Ray[],
): number {
  const x = at[0] + out[0] * OFF_FACADE_M
  const y = at[1] + out[1] * OFF_FACADE_M
  const shades = wings.map(({ rect, heightM }) => ({
    rect: grown(rect, EDGE_M),
    aboveM: heightM - WINDOW_HEIGHT_M + EDGE_M,
    offM: rectDistance({ x0: x, y0: y, x1: x, y1: y }, rect),
  }))
  let longest = 0
  let running = 0
  for (const { dx, dy, rise } of rays) {
    const seen = dx * out[0] + dy * out[1] > GRAZING_SINE
    const shaded =
      !seen ||
      shades.some(({ rect, aboveM, offM }) => {
        // Most wings are too far off to shade anything here, wherever the ray meets them.
        if (offM * rise >= aboveM) return false
        const distanceM = rayToRect(x, y, dx, dy, rect)
        return distanceM !== null && distanceM * rise < aboveM
      })
    running = shaded ? 0 : running + 1
    if (running > longest) longest = running
  }
  return (Math.max(0, longest - 1) * SUN_STEP_MIN) / 60
}

/** Along a ray of unit length to where it enters a rectangle; null where it misses. */
function rayToRect(x: number, y: number, dx: number, dy: number, rect: Rect): number | null {
  let near = 0
  let far = Infinity
  if (Math.abs(dx) < PARALLEL) {
    if (x < rect.x0 || x > rect.x1) return null
  } else {
    const a = (rect.x0 - x) / dx
    const b = (rect.x1 - x) / dx
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  if (Math.abs(dy) < PARALLEL) {
    if (y < rect.y0 || y > rect.y1) return null
  } else {
    const a = (rect.y0 - y) / dy
    const b = (rect.y1 - y) / dy
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near <= far ? near : null
}

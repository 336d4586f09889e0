// Where the smallest house that developers build has room, whatever its direction, by shapes alone.
// Never whether other rules hold there; trying houses out is the solver's.
import { areaOf, type Region, type Ring } from '../geometry/plane.ts'
import { grow, insetOrMore, intersection } from '../geometry/region.ts'
import { leastSidesM, type Typology } from './house-sizes.ts'

/**
 * Sizes are reduced by this, so that rounding to millimetres never refuses a house that fits
 * exactly, m.
 */
const SPARE_M = 0.01

/**
 * The ground that houses of these typologies can cover, whatever their direction; empty where none
 * can stand. Never misses a place where such a house fits. Along the middle of a house runs a line
 * as long as its length less its depth, whose points lie half the depth from its walls: it stays in
 * one piece when the ground is cut back by half the depth, and no corner of the house lies farther
 * from it than half the depth × √2.
 */
export function houseRoom(buildable: Region, typologies: readonly Typology[]): Region {
  const { depthM, lengthM } = leastSidesM(typologies)
  const middles = insetOrMore(buildable, depthM / 2 - SPARE_M).filter(
    (ring) => areaOf([ring]) > 0 && reachM(ring) >= lengthM - depthM,
  )
  return middles.length === 0
    ? []
    : intersection(buildable, grow(middles, (depthM / 2) * Math.SQRT2))
}

/**
 * Directions in which a ring's reach is measured: its true reach is at most 1 / cos(π / 32) of it.
 */
const DIRECTIONS = 16

/** Between the farthest two points of a ring, m, or up to half a per cent more. */
function reachM(ring: Ring): number {
  const across = Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (Math.PI * i) / DIRECTIONS
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    let [least, most] = [Infinity, -Infinity]
    for (const [x, y] of ring) {
      const along = x * cos + y * sin
      least = Math.min(least, along)
      most = Math.max(most, along)
    }
    return most - least
  })
  return Math.max(...across) / Math.cos(Math.PI / (2 * DIRECTIONS))
}

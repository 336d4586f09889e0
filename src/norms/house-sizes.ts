// The kinds of houses and their dimensions, as developers build them. They are no norms, but floor
// area counts only where such a house has room. Where houses stand is the solver's.

export const TYPOLOGIES = ['slab', 'tower', 'perimeter'] as const
export type Typology = (typeof TYPOLOGIES)[number]

/** Dimensions that buildings are made of, m. */
export const SIZES_M = {
  slabDepth: { least: 15, most: 17 },
  section: { least: 24, most: 30 },
  slabLengthMost: 120,
  towerSide: { least: 24, most: 28 },
  wing: { least: 14, usual: 15, most: 16 },
  courtLeast: 20,
  blockSideMost: 110,
} as const

/** Storeys of houses where nobody asks for others; fewer only where the norms allow no more. */
export const USUAL_STOREYS = { min: 3, max: 17 } as const

/** The outer side of the smallest perimeter block: a court between two wings, m. */
export const LEAST_BLOCK_SIDE_M = SIZES_M.courtLeast + 2 * SIZES_M.wing.least

/** No house of these typologies is narrower than the depth or shorter than the length, m. */
export function leastSidesM(typologies: readonly Typology[]): {
  readonly depthM: number
  readonly lengthM: number
} {
  const { slabDepth, section, towerSide, wing } = SIZES_M
  const sides: Readonly<Record<Typology, readonly [depthM: number, lengthM: number]>> = {
    slab: [slabDepth.least, section.least],
    tower: [towerSide.least, towerSide.least],
    perimeter: [wing.least, LEAST_BLOCK_SIDE_M],
  }
  return {
    depthM: Math.min(...typologies.map((typology) => sides[typology][0])),
    lengthM: Math.min(...typologies.map((typology) => sides[typology][1])),
  }
}

/**
 * The least ground any building of these typologies covers, m²; the least block is open to a side.
 */
export function leastFootprintM2(typologies: readonly Typology[]): number {
  const { slabDepth, section, towerSide, wing, courtLeast } = SIZES_M
  const least: Readonly<Record<Typology, number>> = {
    slab: slabDepth.least * section.least,
    tower: towerSide.least ** 2,
    perimeter: LEAST_BLOCK_SIDE_M * wing.least + 2 * courtLeast * wing.least,
  }
  return Math.min(...typologies.map((typology) => least[typology]))
}

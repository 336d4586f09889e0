// The kinds of houses and their dimensions, as developers build them. They are no norms, but floor
// area counts only where such a house has room. Where houses stand is the solver's.

export const TYPOLOGIES = ['slab', 'tower', 'perimeter'] as const
export type Typology = (typeof TYPOLOGIES)[number]

/** Dimensions that buildings are made of, m. */
export const SIZES = {
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

/** The least ground any building of these typologies covers, m². */
export function leastFootprintM2(typologies: readonly Typology[]): number {
  const { slabDepth, section, towerSide, wing, courtLeast } = SIZES
  const court = courtLeast + 2 * wing.least
  const least = {
    slab: slabDepth.least * section.least,
    tower: towerSide.least ** 2,
    perimeter: court * wing.least + 2 * courtLeast * wing.least,
  }
  return Math.min(...typologies.map((typology) => least[typology]))
}

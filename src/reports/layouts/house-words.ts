// The sizes of the houses that layouts are made of, in Russian: a site may have room for smaller
// ones, which the service does not build. Only words; the sizes are norms/house-sizes.ts's.
import { LEAST_BLOCK_SIDE_M, SIZES_M, type Typology } from '../../norms/house-sizes.ts'

const { slabDepth, section, slabLengthMost, towerSide, wing, courtLeast, blockSideMost } = SIZES_M

/** Ground plan of the smallest of each, its long side first; a block is open to one side. */
const LEAST: Readonly<Record<Typology, string>> = {
  slab: `секция от ${section.least} × ${slabDepth.least} м`,
  tower: `башня от ${towerSide.least} × ${towerSide.least} м`,
  perimeter: `периметральный дом от ${LEAST_BLOCK_SIDE_M} × ${courtLeast + wing.least} м`,
}

/** `секция от 24 × 15 м, башня от 24 × 24 м`, of the typologies asked for. */
export function leastHousesText(typologies: readonly Typology[]): string {
  return typologies.map((typology) => LEAST[typology]).join(', ')
}

/** All sizes, as a sentence. */
export const HOUSE_SIZES_TEXT =
  `Размеры: секции ${section.least}–${section.most} × ${slabDepth.least}–${slabDepth.most} м, дом до ${slabLengthMost} м; ` +
  `башни со стороной ${towerSide.least}–${towerSide.most} м; периметральные до ${blockSideMost} м, корпуса ${wing.least}–${wing.most} м, двор от ${courtLeast} м.`

// The Russian words of best layouts: typologies and objectives, and by what options are ordered.
import type { Typology } from '../../norms/house-sizes.ts'
import type { Objective } from '../../siteplan/layouts/layout.ts'

export const TYPOLOGY: Readonly<Record<Typology, string>> = {
  slab: 'секционный дом',
  tower: 'башня',
  perimeter: 'периметральный дом',
}

export const TYPOLOGIES_MANY: Readonly<Record<Typology, string>> = {
  slab: 'секционные дома',
  tower: 'башни',
  perimeter: 'периметральные дома',
}

export const OBJECTIVE: Readonly<Record<Objective, string>> = {
  gfa: 'наибольшая площадь этажей',
  revenue: 'наибольшая выручка',
  margin: 'наибольший остаток',
  balanced: 'равновесие площади этажей и среды',
}

/**
 * What is scored besides amenity, in the figures of the table of options; without prices the area.
 */
export const MAIN_FIGURE: Readonly<Record<Objective, string>> = {
  gfa: 'доля предельной площади',
  revenue: 'выручка',
  margin:
    'остаток после строительства (в процентах от выручки при предельной площади; при убытке — ниже нуля)',
  balanced: 'доля предельной площади',
}

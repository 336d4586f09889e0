// The Russian words of best layouts: typologies, objectives, kinds of flats.
import type { Objective, Typology, UnitType } from '../siteplan/layout.ts'

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
  margin: 'наибольшая маржа',
  balanced: 'равновесие площади, выручки и среды',
}

export const UNIT: Readonly<Record<UnitType, string>> = {
  studio: 'студии',
  '1': '1-комнатные',
  '2': '2-комнатные',
  '3': '3-комнатные',
}

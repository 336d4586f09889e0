// Types of flats in Russian, as reports name them.
import type { UnitType } from './unit-types.ts'

export const UNIT_TYPE_WORDS: Readonly<Record<UnitType, string>> = {
  studio: 'студии',
  '1': '1-комнатные',
  '2': '2-комнатные',
  '3': '3-комнатные',
}

/** Where all four stand in one cell. */
export const UNIT_TYPE_SHORT: Readonly<Record<UnitType, string>> = {
  studio: 'студии',
  '1': '1-комн.',
  '2': '2-комн.',
  '3': '3-комн.',
}

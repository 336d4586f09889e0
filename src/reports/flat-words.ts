// What the reports say of a flat in the same words: its address, its rooms, and whether it was sold
// or offered. What only one report says stands with that report.
import type { Maybe } from '../text/russian-format.ts'
import type { Kind } from '../valuation/comparables/comparable.ts'
import { outsideText } from './plain-text.ts'

/** Of a comparable. */
export const KIND: Readonly<Record<Kind, string>> = { deal: 'сделка', listing: 'объявление' }

export function addressText(address: Maybe<string>, limit: number): string {
  return outsideText(address, limit, 'Адрес не указан')
}

/** `2-комн.`, `студия`; nothing where they are unknown. */
export function roomsText(rooms: Maybe<number>): string {
  if (rooms === 0) return 'студия'
  return rooms === null || rooms === undefined ? '' : `${rooms}-комн.`
}

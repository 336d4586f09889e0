// The ways a text may be meant: as typed, on the wrong keyboard layout, or transliterated. What
// each finds, and which is kept, is best-reading.ts's.
import type { AddressIndex } from '../index/address-index.ts'
import type { Correction } from '../table/address.ts'
import {
  cyrillicKeys,
  cyrillicKeysPunctuated,
  hasCyrillicKeys,
  latinKeys,
} from '../words/keyboard-layout.ts'
import { hasCyrillic, hasLatin, latinSpellings } from '../words/transliteration.ts'

/** What a reading other than the plain one costs; less than a typo, more than any tie-break. */
export const READING_COST = 0.35

/** One way to read a text. */
export interface Reading {
  readonly text: string
  readonly corrections: readonly Correction[]
  readonly inLatin: boolean
  readonly penalty: number
}

/** The ways to read a text, likeliest first. */
export function readingsOf(index: AddressIndex, text: string): Reading[] {
  const plainly: Reading = { text, corrections: [], inLatin: false, penalty: 0 }
  const corrected = (correction: Correction, read: string): Reading => ({
    text: read,
    corrections: [correction],
    inLatin: correction === 'transliteration',
    penalty: READING_COST,
  })
  if (!hasCyrillicKeys(text)) {
    if (!hasCyrillic(text) || !index.hasLatin) return [plainly]
    return [plainly, corrected('layout', latinKeys(text))]
  }
  const readings = hasCyrillic(text) || index.hasLatin ? [plainly] : []
  const keyed = cyrillicKeys(text)
  const punctuated = cyrillicKeysPunctuated(text)
  readings.push(corrected('layout', punctuated))
  if (hasLatin(text)) {
    for (const spelling of latinSpellings(text)) {
      readings.push(corrected('transliteration', spelling))
    }
  }
  if (punctuated !== keyed) readings.push(corrected('layout', keyed))
  return readings
}

// Whether a query says enough to be searched for, by whoever searches.
import { cyrillicKeys } from './keyboard-layout.ts'

/** Letters and digits. */
const MIN_SIGNS = 2

/** Keys that are letters in the other layout count as letters. */
export function isTooShort(query: string): boolean {
  return signsIn(query) < MIN_SIGNS && signsIn(cyrillicKeys(query)) < MIN_SIGNS
}

function signsIn(text: string): number {
  return text.match(/[\p{L}\d]/gu)?.length ?? 0
}

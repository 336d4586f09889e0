// The words of the index, sorted, and the search among them: exact, by beginning, and with typos.
// Never knows what a word names; a word is its number in the list.
import { lengthAt } from '../../numbers/packed-lists.ts'
import { editComparer } from '../words/edit-distance.ts'
import { type PackedStrings, packStrings, stringAt, stringCount } from './packed.ts'

/**
 * Words in ascending order of UTF-16 units. `byLength` is the same words from short to long, those
 * of n units from lengthStarts[n] on; masks[k] has one bit for each letter (of 32) that word
 * byLength[k] uses.
 */
export interface Lexicon {
  readonly words: PackedStrings
  readonly byLength: Uint32Array<ArrayBuffer>
  readonly lengthStarts: Uint32Array<ArrayBuffer>
  readonly masks: Int32Array<ArrayBuffer>
}

/**
 * How a typed word meets a stored one. `edits` counts insertions, deletions, replacements and swaps
 * of neighbours; `isBegun` says only a beginning of the stored word was met; `left` is how many
 * units of the stored word were not typed yet.
 */
export interface WordMatch {
  readonly word: number
  readonly edits: number
  readonly isBegun: boolean
  readonly left: number
}

/** Longest word compared with typos; longer ones are met exactly or by their beginning. */
const MAX_FUZZY_LENGTH = 48

export function buildLexicon(sortedWords: readonly string[]): Lexicon {
  const longest = sortedWords.reduce((most, word) => Math.max(most, word.length), 0)
  const byLength = Uint32Array.from(sortedWords.keys()).sort(
    (a, b) => (sortedWords[a]?.length ?? 0) - (sortedWords[b]?.length ?? 0) || a - b,
  )
  const lengthStarts = new Uint32Array(longest + 2)
  for (const word of sortedWords) {
    lengthStarts[word.length + 1] = (lengthStarts[word.length + 1] ?? 0) + 1
  }
  for (let n = 1; n < lengthStarts.length; n += 1) {
    lengthStarts[n] = (lengthStarts[n] ?? 0) + (lengthStarts[n - 1] ?? 0)
  }
  const masks = Int32Array.from(byLength, (word) => letterMask(sortedWords[word] ?? ''))
  return { words: packStrings(sortedWords), byLength, lengthStarts, masks }
}

interface WordSearch {
  /** Whether a beginning of a stored word is enough. */
  readonly open: boolean
  /** Most edits in such a beginning; no more than `maxEdits`. */
  readonly openEdits: number
  /** Most edits in a whole word, 0 to 3. */
  readonly maxEdits: number
  /** Most words met without an edit. */
  readonly maxBegun: number
}

/** All words met by `typed`, exact first, then begun, then mistyped by number of edits. */
export function findWords(lexicon: Lexicon, typed: string, search: WordSearch): WordMatch[] {
  const found: WordMatch[] = []
  const from = lowerBound(lexicon.words, typed)
  const count = stringCount(lexicon.words)
  for (let i = from; i < count; i += 1) {
    if (!startsWith(lexicon.words, i, typed)) break
    const left = lengthAt(lexicon.words, i) - typed.length
    if (left > 0 && !search.open) break
    if (found.length >= search.maxBegun) break
    found.push({ word: i, edits: 0, isBegun: left > 0, left })
  }
  if (search.maxEdits > 0 && typed.length <= MAX_FUZZY_LENGTH) {
    const mistyped = mistypedWords(lexicon, typed, search)
    mistyped.sort((a, b) => a.edits - b.edits || Number(a.isBegun) - Number(b.isBegun))
    found.push(...mistyped)
  }
  return found
}

/** The stored word, as text. */
export function wordAt(lexicon: Lexicon, word: number): string {
  return stringAt(lexicon.words, word)
}

/** The word that is stored exactly so, or -1. */
export function exactWord(lexicon: Lexicon, text: string): number {
  const word = lowerBound(lexicon.words, text)
  const isThere =
    word < stringCount(lexicon.words) &&
    lengthAt(lexicon.words, word) === text.length &&
    startsWith(lexicon.words, word, text)
  return isThere ? word : -1
}

function startsWith(words: PackedStrings, i: number, beginning: string): boolean {
  const start = words.starts[i] ?? 0
  if (lengthAt(words, i) < beginning.length) return false
  for (let k = 0; k < beginning.length; k += 1) {
    if (words.units[start + k] !== beginning.charCodeAt(k)) return false
  }
  return true
}

function lowerBound(words: PackedStrings, target: string): number {
  let low = 0
  let high = stringCount(words)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(words, middle, target) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(words: PackedStrings, i: number, target: string): number {
  const start = words.starts[i] ?? 0
  const length = lengthAt(words, i)
  const shorter = Math.min(length, target.length)
  for (let k = 0; k < shorter; k += 1) {
    const difference = (words.units[start + k] ?? 0) - target.charCodeAt(k)
    if (difference !== 0) return difference
  }
  return length - target.length
}

function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i += 1) mask |= 1 << (word.charCodeAt(i) & 31)
  return mask
}

function bitCount(bits: number): number {
  let b = bits - ((bits >>> 1) & 0x55555555)
  b = (b & 0x33333333) + ((b >>> 2) & 0x33333333)
  return (((b + (b >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/**
 * One edit makes up for at most one letter that only one of two words has: the masks alone rule out
 * most words.
 */
function mistypedWords(lexicon: Lexicon, typed: string, search: WordSearch): WordMatch[] {
  const { words, masks, byLength, lengthStarts } = lexicon
  const { maxEdits, openEdits } = search
  const typedMask = letterMask(typed)
  const longest = lengthStarts.length - 2
  const compareTo = editComparer(typed, maxEdits)
  const found: WordMatch[] = []
  const closest = Math.min(longest, typed.length + maxEdits)
  const from = lengthStarts[Math.min(Math.max(typed.length - maxEdits, 0), longest + 1)] ?? 0
  const whole = lengthStarts[closest + 1] ?? 0
  const end = openEdits > 0 ? byLength.length : whole
  for (let k = from; k < end; k += 1) {
    const mask = masks[k] ?? 0
    const missing = bitCount(typedMask & ~mask)
    if (missing > (k < whole ? maxEdits : openEdits)) continue
    const mayBegin = missing <= openEdits
    if (!mayBegin && bitCount(mask & ~typedMask) > maxEdits) continue
    const word = byLength[k] ?? 0
    const length = lengthAt(words, word)
    const result = compareTo(words.units, words.starts[word] ?? 0, length)
    if (result.whole > 0 && result.whole <= maxEdits) {
      found.push({ word, edits: result.whole, isBegun: false, left: 0 })
    } else if (result.whole > 0 && result.begun > 0 && result.begun <= openEdits) {
      found.push({
        word,
        edits: result.begun,
        isBegun: true,
        left: Math.max(0, length - typed.length),
      })
    }
  }
  return found
}

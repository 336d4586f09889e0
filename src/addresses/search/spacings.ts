// Words run together, or torn apart: the ways to join two neighbours or to split one into two that
// are known. What each finds is best-reading.ts's.
import type { AddressIndex } from '../index/address-index.ts'
import { exactWord, findWords } from '../index/lexicon.ts'
import { tokenise } from '../words/normalise.ts'
import { isKindWord } from '../words/place-names.ts'
import { skeleton } from '../words/transliteration.ts'

/** Longer queries are not read with words joined or split: it would take too long. */
const MAX_WORDS_RESPACED = 7
/** Ways to join or split words that are tried. */
const MAX_SPACINGS = 8
/** A word is split only into two of at least this many letters. */
const MIN_SPLIT = 2
/** A shorter word is too likely two others by chance. */
const MIN_SPLIT_WORD = 5

/**
 * The text with two neighbouring words joined into one that may be known, or one word split into
 * two known ones.
 */
export function spacings(index: AddressIndex, folded: string, inLatin: boolean): string[] {
  const tokens = tokenise(folded)
  const variants: string[] = []
  if (tokens.length > MAX_WORDS_RESPACED) return variants
  for (const [i, token] of tokens.entries()) {
    if (variants.length >= MAX_SPACINGS) break
    if (token.kind !== 'word') continue
    const next = tokens[i + 1]
    // A word torn in two has no comma within.
    const isTorn = next?.kind === 'word' && !folded.slice(token.end, next.start).includes(',')
    if (isTorn && mayBeWord(index, token.text + next.text, inLatin)) {
      variants.push(folded.slice(0, token.end) + folded.slice(next.start))
    }
    const parts = splitWord(index, token.text)
    if (parts) variants.push(folded.slice(0, token.start) + parts + folded.slice(token.end))
  }
  return variants.slice(0, MAX_SPACINGS)
}

function splitWord(index: AddressIndex, word: string): string | null {
  if (word.length < MIN_SPLIT_WORD) return null
  for (let at = MIN_SPLIT; at <= word.length - MIN_SPLIT; at += 1) {
    const head = word.slice(0, at)
    const tail = word.slice(at)
    if (isKnown(index, head) && isKnown(index, tail)) return `${head} ${tail}`
  }
  return null
}

const NEAR = { open: true, openEdits: 1, maxEdits: 1, maxBegun: 1 }

/** Two words that nothing knows, joined, would only count as one instead of two. */
function mayBeWord({ data }: AddressIndex, joined: string, inLatin: boolean): boolean {
  if (isKindWord(joined)) return true
  const found = inLatin
    ? findWords(data.skeletons, skeleton(joined), NEAR)
    : findWords(data.lexicon, joined, NEAR)
  return found.length > 0
}

/** Shorter words for a kind of place are as likely a piece of a name. */
const MIN_KIND_LETTERS = 4

function isKnown(index: AddressIndex, word: string): boolean {
  const isKind = word.length >= MIN_KIND_LETTERS && isKindWord(word)
  return isKind || exactWord(index.data.lexicon, word) >= 0
}

// Makes any string safe to set in type: one line, no control or direction characters, no stacks of
// accents, a stand-in for what the font cannot draw. Never escapes markup: texts travel as data.
import { type Maybe, UNKNOWN } from '../text/russian-format.ts'
import { joinedWords } from './joined-words.ts'

/** Stands for a run of characters that the font has no glyph for, such as an emoji. */
export const UNDRAWABLE = '◊'

/** For formats whose reader picks fonts of its own; every character left is one XML may hold. */
export function settledText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Noncharacter_Code_Point}/gu, '')
      // Only now: one of these may have stood between a letter and its accent.
      .normalize('NFC')
      .replace(/\p{Zs}/gu, (space) => (space === '\u00a0' ? space : ' '))
      // Longer runs of spaces would push a cell apart, longer runs of accents a line.
      .replace(/[ \u00a0]{2,}/g, ' ')
      .replace(/(\p{M}{2})\p{M}+/gu, '$1')
      .trim()
  )
}

/** @param covered code points the font can draw */
export function plainText(text: string, covered: ReadonlySet<number>): string {
  let drawn = ''
  let inGap = false
  for (const character of settledText(text)) {
    const isDrawable = covered.has(character.codePointAt(0) ?? 0)
    if (isDrawable) drawn += character
    else if (!inGap) drawn += UNDRAWABLE
    inGap = !isDrawable
  }
  return drawn
}

/**
 * Texts that keep the spaces at which a line may end: titles, which are also bookmarks and
 * properties and are searched, and the heads of columns, which are often wider than their column.
 */
const LEFT_APART: ReadonlySet<string> = new Set(['title', 'head'])

/** A value of plain data with every text in it plain, and joined where no line should end. */
export function textsToSet<Value>(data: Value, covered: ReadonlySet<number>): Value {
  return JSON.parse(
    JSON.stringify(data),
    function (this: { readonly kind?: unknown }, key, value: unknown) {
      if (typeof value !== 'string') return value
      const plain = plainText(value, covered)
      // A heading is a title too.
      return LEFT_APART.has(key) || this.kind === 'heading' ? plain : joinedWords(plain)
    },
  ) as Value
}

/**
 * At most `limit` characters: the middle goes, since an address says its city first and its house
 * last. Cuts at spaces where there are any near, never inside a surrogate pair.
 */
export function shorten(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text

  const headRoom = Math.floor((limit - 3) * 0.35)
  const tailRoom = limit - 3 - headRoom
  const head = characters.slice(0, headRoom).join('')
  const tail = characters.slice(-tailRoom).join('')
  return `${atWord(head, / \S{0,24}$/)} … ${atWord(tail, /^\S{0,24} /)}`
}

/** A text from outside on one line of at most `limit` characters; none → `—`. */
export function outsideText(value: Maybe<string>, limit: number, otherwise = UNKNOWN): string {
  return shorten(settledText(value ?? ''), limit) || otherwise
}

function atWord(text: string, cut: RegExp): string {
  return text.replace(cut, '').trim()
}

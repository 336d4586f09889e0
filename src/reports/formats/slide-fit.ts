// How much of a text and of a list finds room on a slide, estimated on the safe side: the
// reader's typeface may be another, wider one. Pure arithmetic; knows no file format.
import { sum } from '../../numbers/sum.ts'

/** Width of a letter over its size: above PT Sans and Arial, near the widest common faces. */
const LETTER = 0.58
const STRONG_LETTER = 0.62
const LINE = 1.22
const PT_PER_IN = 72

export interface TypeSize {
  readonly pt: number
  readonly strong?: boolean
}

export function lineHeightIn({ pt }: TypeSize): number {
  return (pt * LINE) / PT_PER_IN
}

/** Lines that find room in a box of this height. */
export function linesInHeight(heightIn: number, type: TypeSize): number {
  return Math.floor(heightIn / lineHeightIn(type) + 0.001)
}

/** Lines the text takes: words move down whole, and one longer than a line breaks anywhere. */
export function linesOf(text: string, widthIn: number, type: TypeSize): number {
  const room = lettersInLine(widthIn, type)
  let lines = 1
  let used = 0
  for (const word of text.split(' ')) {
    const letters = Array.from(word).length
    const joined = used === 0 ? letters : used + 1 + letters
    if (joined <= room) {
      used = joined
      continue
    }
    if (used > 0) lines += 1
    lines += Math.ceil(letters / room) - 1
    used = letters % room || room
  }
  return lines
}

export function textHeightIn(text: string, widthIn: number, type: TypeSize): number {
  return linesOf(text, widthIn, type) * lineHeightIn(type) + 0.04
}

/** The text, or as much of its start as fits into `maxLines` with an ellipsis. */
export function cutToLines(
  text: string,
  widthIn: number,
  type: TypeSize,
  maxLines: number,
): string {
  if (linesOf(text, widthIn, type) <= maxLines) return text
  const letters = Array.from(text)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    const cut = `${letters.slice(0, middle).join('').trimEnd()}…`
    if (linesOf(cut, widthIn, type) <= maxLines) fits = middle
    else tooLong = middle
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}

/** The least width in which a word is not broken. */
export function wordWidthIn(word: string, type: TypeSize): number {
  // A hair more: rounding must not take the last letter.
  return (Array.from(word).length + 0.01) * letterIn(type)
}

function lettersInLine(widthIn: number, type: TypeSize): number {
  return Math.max(1, Math.floor(widthIn / letterIn(type)))
}

function letterIn({ pt, strong }: TypeSize): number {
  return (pt * (strong ? STRONG_LETTER : LETTER)) / PT_PER_IN
}

/** All, or as many from the top as leave room for a line that counts the rest. */
export function howManyFit(heights: readonly number[], room: number, countH: number): number {
  if (sum(heights) <= room + 0.001) return heights.length
  let left = room - countH
  const beyond = heights.findIndex((height) => {
    left -= height
    return left < 0
  })
  return Math.max(0, beyond)
}

/** The line that counts the rest. */
export function leftOut(count: number): string {
  return `… ещё ${count} — в полном отчёте`
}

// How a house is written: one canonical form for "68 корп. 2", "68к2", "д.68 к 2". How near two
// forms are stands in house-match.ts.
import { MARK_OF_WORD, MARK_PATTERN } from './house-marks.ts'
import { fold } from './normalise.ts'

const PIECE = new RegExp(`${MARK_PATTERN}|\\d+|\\p{L}|[./|\\\\-]`, 'gu')

const STROKES: ReadonlySet<string> = new Set(['|', '\\'])

/**
 * The Russian letter for a Latin one in a house number: the one that looks like it, as in "12A", or
 * else the one of its sound, as in "12B".
 */
const RUSSIAN_OF_LATIN: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'с',
  e: 'е',
  k: 'к',
  m: 'м',
  h: 'н',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
  v: 'в',
  g: 'г',
  d: 'д',
  s: 'с',
  r: 'р',
  l: 'л',
}

/**
 * The canonical form of a house: folded, marks shortened to к, с, вл, уч; without "дом", "литера"
 * and a leading "здание"; "дробь" as a stroke, the corpus before the building, spaces only between
 * two bare numbers. `''` where the text has nothing of a house.
 */
export function canonicalHouse(text: string): string {
  const folded = fold(text).replace(/[a-z]/gu, (letter) => RUSSIAN_OF_LATIN[letter] ?? letter)
  const parts: string[] = []
  /** Behind the last piece that was kept: what is left out parts numbers as a blank does. */
  let keptEnd = 0
  for (const match of folded.matchAll(PIECE)) {
    const piece = match[0]
    const end = match.index + piece.length
    const gap = match.index > keptEnd
    const kept = parts.length
    if (piece === 'дом') continue
    const mark = STROKES.has(piece) ? '/' : MARK_OF_WORD.get(piece)
    const last = parts.at(-1) ?? ''
    if (mark !== undefined) {
      if (mark !== '') parts.push(mark)
    } else if (piece === '.' || piece === '-') {
      const digitsAround = /\d$/u.test(last) && /^\d/u.test(folded.slice(end))
      if (digitsAround && !gap) parts.push(piece)
    } else if (/^\d/u.test(piece)) {
      const number = piece.replace(/^0+(?=\d)/u, '')
      if (gap && /\d$/u.test(last)) parts.push(' ')
      parts.push(number)
    } else if (piece === '/') {
      if (parts.length > 0) parts.push(piece)
    } else parts.push(piece)
    if (parts.length > kept) keptEnd = end
  }
  if (parts[0] === 'д' && /^\d|^(?:к|с|вл|уч|зд|соор)$/u.test(parts[1] ?? '')) parts.shift()
  if (parts[0] === 'зд') parts.shift()
  return corpusFirst(parts.join(''))
}

/** "9с2к1" says the same as "9к1с2"; the corpus is put first. */
function corpusFirst(form: string): string {
  return form.replace(/^(\d[^кс]*)(с\d[\d/]*)(к\d[\d/]*)$/u, '$1$3$2')
}

// The cells of one record of a CSV file by their columns: as texts, numbers, words of a list.
// Never here: which columns there are and what a record of them means.
import { isNothing } from '../../datasets/nothing-known.ts'
import {
  METRES,
  numberWritten,
  ROOMS,
  ROUBLES,
  STOREYS,
  YEARS,
} from '../../datasets/written-number.ts'
import { storableText } from '../../db/storable-text.ts'

const MAX_TEXT_LENGTH = 300
/** A bad value is quoted up to this length. */
const QUOTED_LETTERS = 40
const UNITS: readonly (readonly [column: RegExp, unit: RegExp])[] = [
  [/_m2?$/u, METRES],
  [/_rub$/u, ROUBLES],
  [/^year_/u, YEARS],
  [/^rooms$/u, ROOMS],
  [/^floors?(?:_|$)/u, STOREYS],
]
/** A thousand of these no flat has, so that a comma in them is a decimal one. */
const BELOW_A_THOUSAND = /^(?:lat|lon|kitchen_area_m2|living_area_m2|ceiling_height_m)$/u

/** The words of a closed list, and what files of adverts write for each, as regular expressions. */
export type Synonyms<Word extends string> = Readonly<Record<Word, RegExp>>

/** Why a record is refused, and for which of its cells. */
export class CellRefusal extends Error {
  readonly column: string
  constructor(column: string, reason: string) {
    super(reason)
    this.column = column
  }
}

/**
 * Every reader gives null for a cell that is empty or not there, and throws CellRefusal for one
 * that it cannot read.
 */
export class RecordCells<Column extends string> {
  readonly #cells: readonly string[]
  readonly #positions: ReadonlyMap<Column, number>
  readonly #defaults: Readonly<Partial<Record<Column, string>>>

  /** @param defaults what counts where a cell holds nothing */
  constructor(
    cells: readonly string[],
    positions: ReadonlyMap<Column, number>,
    defaults: Readonly<Partial<Record<Column, string>>>,
  ) {
    this.#cells = cells
    this.#positions = positions
    this.#defaults = defaults
  }

  /** Null for −1 too: feeds of adverts write it where they have no text. */
  text(column: Column): string | null {
    const cell = this.#cell(column)
    return cell === '-1' ? (this.#defaults[column] ?? null) : cell
  }

  /** Whether the row itself has something there: a default does not count. */
  holds(column: Column): boolean {
    return !isNothing(this.#own(column))
  }

  #own(column: Column): string {
    const at = this.#positions.get(column)
    return at === undefined ? '' : storableText((this.#cells[at] ?? '').trim())
  }

  #cell(column: Column): string | null {
    const cell = this.#own(column)
    if (cell.length > MAX_TEXT_LENGTH && [...cell].length > MAX_TEXT_LENGTH) {
      throw new CellRefusal(column, `longer than ${MAX_TEXT_LENGTH} characters`)
    }
    return isNothing(cell) ? (this.#defaults[column] ?? null) : cell
  }

  /** @throws CellRefusal for null */
  required<T>(column: Column, value: T | null): T {
    if (value === null) throw new CellRefusal(column, 'required value is empty')
    return value
  }

  /** A number that must be there, from `low` to `high`. */
  number(column: Column, low: number, high: number): number {
    return inRange(column, this.required(column, this.#number(column)), low, high)
  }

  whole(column: Column, low: number, high: number): number | null {
    const value = this.#number(column)
    if (value === null) return null
    if (!Number.isInteger(value)) {
      throw new CellRefusal(column, `not a whole number: ${quoted(this.#cell(column))}`)
    }
    return inRange(column, value, low, high)
  }

  /** What feeds of adverts write for a number that they do not know. */
  isMinusOne(column: Column): boolean {
    return this.#number(column) === -1
  }

  /** A number outside of `low` to `high` counts as unknown. */
  plausible(column: Column, low: number, high: number): number | null {
    const value = this.#number(column)
    return value !== null && value >= low && value <= high ? value : null
  }

  /** A word of the list, or what `synonyms` take for it. */
  oneOf<Word extends string>(
    column: Column,
    words: readonly Word[],
    synonyms: Synonyms<Word>,
  ): Word | null {
    const cell = this.text(column)
    if (cell === null) return null
    const found =
      words.find((word) => word === cell.toLowerCase()) ??
      words.find((word) => synonyms[word].test(cell))
    if (found === undefined)
      throw new CellRefusal(column, `unknown value: ${quoted(cell)} (known: ${words.join(', ')})`)
    return found
  }

  #number(column: Column): number | null {
    const cell = this.#cell(column)
    if (cell === null) return null
    const [, unit] = UNITS.find(([columns]) => columns.test(column)) ?? []
    const number = numberWritten(cell, { unit, mayHaveThousands: !BELOW_A_THOUSAND.test(column) })
    if (typeof number === 'string') throw new CellRefusal(column, `${number}: ${quoted(cell)}`)
    return number
  }
}

/** @throws CellRefusal for a value that is not from `low` to `high` */
export function inRange(column: string, value: number, low: number, high: number): number {
  if (value < low || value > high) throw new CellRefusal(column, `outside ${low}–${high}`)
  return value
}

function quoted(cell: string | null): string {
  return (cell ?? '').slice(0, QUOTED_LETTERS)
}

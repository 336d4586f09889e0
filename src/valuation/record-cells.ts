// The cells of one record of a CSV file by their columns: as texts, numbers, words of a list.
// Never here: which columns there are and what a record of them means.
import { storableText } from '../db/storable-text.ts'

const LONGEST_TEXT = 300
/** A bad value is quoted up to this length. */
const QUOTED_LETTERS = 40
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

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

  constructor(cells: readonly string[], positions: ReadonlyMap<Column, number>) {
    this.#cells = cells
    this.#positions = positions
  }

  text(column: Column): string | null {
    const at = this.#positions.get(column)
    const cell = at === undefined ? '' : storableText((this.#cells[at] ?? '').trim())
    if (cell.length > LONGEST_TEXT) {
      throw new CellRefusal(column, `longer than ${LONGEST_TEXT} characters`)
    }
    return cell === '' ? null : cell
  }

  /** @throws CellRefusal for null */
  required<T>(column: Column, value: T | null): T {
    if (value === null) throw new CellRefusal(column, 'required value is empty')
    return value
  }

  /** A number that must be there, from `low` to `high`. */
  number(column: Column, low: number, high: number): number {
    return within(column, this.required(column, this.#number(column)), low, high)
  }

  whole(column: Column, low: number, high: number): number | null {
    const value = this.#number(column)
    if (value === null) return null
    if (!Number.isInteger(value)) {
      throw new CellRefusal(column, `not a whole number: ${quoted(this.text(column))}`)
    }
    return within(column, value, low, high)
  }

  /** A number outside of `low` to `high` counts as unknown. */
  plausible(column: Column, low: number, high: number): number | null {
    const value = this.#number(column)
    return value !== null && value >= low && value <= high ? value : null
  }

  oneOf<Word extends string>(column: Column, words: readonly Word[]): Word | null {
    const cell = this.text(column)
    if (cell === null) return null
    const found = words.find((word) => word === cell)
    if (found === undefined)
      throw new CellRefusal(column, `unknown value: ${quoted(cell)} (known: ${words.join(', ')})`)
    return found
  }

  #number(column: Column): number | null {
    const cell = this.text(column)
    if (cell === null) return null
    if (!NUMBER.test(cell)) throw new CellRefusal(column, `not a number: ${quoted(cell)}`)
    return Number(cell)
  }
}

function within(column: string, value: number, low: number, high: number): number {
  if (value < low || value > high) throw new CellRefusal(column, `outside ${low}–${high}`)
  return value
}

function quoted(cell: string | null): string {
  return (cell ?? '').slice(0, QUOTED_LETTERS)
}

// The first line of a CSV, which names its columns: what is refused of it, and what is told of it
// to whoever looks for a column that is missing. Reading it is csv-file.ts's.
import { DataFileError } from './data-file.ts'

/**
 * Refuses two columns of one name: a reader would take one of them and never say which.
 * @param names those that are read, in lower case
 * @throws DataFileError that names the first of them which is there twice
 */
export function refuseRepeatedColumns(header: readonly string[], names: readonly string[]): void {
  const cells = header.map((cell) => cell.trim().toLowerCase())
  const repeated = names.find((name) => cells.indexOf(name) !== cells.lastIndexOf(name))
  if (repeated === undefined) return
  throw new DataFileError(
    `The file has the column ${repeated} more than once. Keep one of them, or rename the others.`,
  )
}

/** A first line is quoted this far. */
const TOLD_LETTERS = 120

/** Which columns are missing, and what stands where their names should. */
export function lackingTold(missing: readonly string[], header: readonly string[]): string {
  const line = header.map((cell) => cell.trim()).join(', ')
  const begins = line.length > TOLD_LETTERS ? `${line.slice(0, TOLD_LETTERS)}…` : line
  const columns = missing.length === 1 ? 'column' : 'columns'
  return `The file lacks the ${columns} ${missing.join(', ')}. It begins: ${begins}.`
}

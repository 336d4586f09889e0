// Which of the market's own flats the method is tried on, what each trial may know, and which rows
// no trees may see. Never here: which months are tried (tried-months.ts), how a flat is tried
// (tuning/), and any choice that looks at a price.
import { firstDayOfMonth } from '../../calendar.ts'
import { clamp } from '../../numbers/clamp.ts'
import { hashShare, hashText, seededRandom } from '../../numbers/random.ts'
import { FLAT } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'
import { cityOf, monthsTried, type TriedMonths } from './tried-months.ts'

/**
 * A row valued as if it were not there: by what was known before its month or, in a snapshot, by
 * all other rows.
 */
export interface Trial {
  readonly row: number
  readonly day: number
  /** Last day whose comparables it may use, and last month the index may know. */
  readonly knownDay: number
  readonly knownMonth: number
}

/** A row as text for hashing: its flat and date, never its price or its place in the table. */
export function rowText(table: MarketTable, row: number): string {
  const at = row * FLAT.size
  const flat = [FLAT.lnArea, FLAT.rooms, FLAT.floor]
    .map((position) => table.flats[at + position])
    .join('/')
  return `${table.buildings[table.building[row] as number]}/${table.day[row]}/${flat}`
}

/**
 * A number of a row's building. Errors within a building are correlated, so a building is never
 * split between halves or folds of trials.
 */
export function buildingNumber(table: MarketTable, row: number): number {
  return hashText(table.buildings[table.building[row] as number] as string, 31)
}

const LEAST_KEPT_BACK = 1 / 50

/**
 * Keeps rows back from the trees: about `intervalTrials` of the rows that may be tried. Only these
 * rows measure real accuracy: no tree has seen them.
 * @param mostKeptBack share of the rows that may be tried
 * @returns per row 1, or 0 for those the trees may see
 */
export function keepBack(
  table: MarketTable,
  { intervalTrials, mostKeptBack }: { intervalTrials: number; mostKeptBack: number },
): Uint8Array {
  const months = monthsTried(table)
  const isTried = (row: number): boolean =>
    (table.month[row] as number) >= (months[cityOf(table, row)] as TriedMonths).first
  const tried = table.month.reduce((count, _, row) => count + (isTried(row) ? 1 : 0), 0)
  const share = clamp(intervalTrials / Math.max(1, tried), LEAST_KEPT_BACK, mostKeptBack)
  return Uint8Array.from({ length: table.n }, (_, row) =>
    isTried(row) && hashShare(rowText(table, row), 29) < share ? 1 : 0,
  )
}

/** Draws trials by seed from the `eligible` rows of the months tried. */
function drawTrials(
  table: MarketTable,
  count: number,
  seed: number,
  eligible: (row: number) => boolean,
): Trial[] {
  const months = monthsTried(table)
  const monthsOf = (row: number) => months[cityOf(table, row)] as TriedMonths
  const rows: number[] = []
  for (let i = 0; i < table.n; i += 1) {
    if ((table.month[i] as number) >= monthsOf(i).first && eligible(i)) rows.push(i)
  }
  const random = seededRandom(seed)
  for (let i = rows.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const held = rows[i] as number
    rows[i] = rows[j] as number
    rows[j] = held
  }
  return rows.slice(0, count).map((row) => {
    const day = table.day[row] as number
    const month = table.month[row] as number
    const { forward } = monthsOf(row)
    return {
      row,
      day,
      knownDay: forward ? firstDayOfMonth(month) - 1 : day,
      knownMonth: forward ? month - 1 : Infinity,
    }
  })
}

export interface Trials {
  readonly known: Trial[]
  readonly unknown: Trial[]
}

/** With fewer trials of its own than this, the interval also uses those of the tuning. */
const MIN_APART = 700

/** The trees that value the trials. */
interface TrialTrees {
  /** By row, as `keepBack` marks it; all 0 without trees. */
  readonly keptBack: Uint8Array
  readonly hasTrees: boolean
  /** Whether trees were grown that are blind to the row's building. */
  readonly isBlindTo: (row: number) => boolean
}

/**
 * Draws the trials in known and in unknown buildings, for the scales and for the intervals. Those
 * for the intervals in known buildings are rows that no trees saw; if these are too few, others
 * join.
 */
export function drawTuningAndInterval(
  table: MarketTable,
  { keptBack, hasTrees, isBlindTo }: TrialTrees,
  settings: { tuningTrials: number; intervalTrials: number; unknownTrials: number; seed: number },
): { tuning: Trials; interval: Trials } {
  const { tuningTrials, intervalTrials, unknownTrials, seed } = settings
  if (!hasTrees) {
    const all = drawTrials(table, tuningTrials + intervalTrials, seed, () => true)
    const spare = all.slice(tuningTrials)
    const tuning = all.slice(0, tuningTrials)
    const interval = spare.length >= MIN_APART ? spare : all
    return {
      tuning: { known: tuning, unknown: tuning },
      interval: { known: interval, unknown: interval },
    }
  }
  const seen = drawTrials(table, tuningTrials, seed, (row) => keptBack[row] === 0)
  const unseen = drawTrials(table, intervalTrials, seed, (row) => keptBack[row] === 1)
  const known = unseen.length >= MIN_APART ? unseen : [...unseen, ...seen]
  const unknown = drawTrials(table, unknownTrials, seed, isBlindTo)
  return { tuning: { known: seen, unknown }, interval: { known, unknown } }
}

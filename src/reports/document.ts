// The one document model: what a report says, block by block, before any format is chosen.
// Texts are final, in the reader's language and already formatted; colours, fonts and markup never
// appear here. A `*-report.ts` makes a document of domain values, a format file makes bytes of it.
import type { Drawing } from './drawing.ts'

export interface ReportDocument {
  /** Names the same stored thing in every format; printed on each page. */
  readonly id: string
  readonly title: string
  /** ISO 8601 in UTC; the only time a format may write into its file. */
  readonly createdAt: string
  /** One short line at the top of each page, one at the bottom. */
  readonly header: string
  readonly footer: string
  /** Said loudly on every page, such as that the data are made up. */
  readonly mark?: string | undefined
  readonly blocks: readonly Block[]
}

export type Block =
  | Heading
  | Paragraph
  | Figures
  | Facts
  | Grid
  | LineChart
  | BarChart
  | Drawing
  | Beside
  | PageBreak

interface Heading {
  readonly kind: 'heading'
  readonly level: 1 | 2
  readonly text: string
}

/** `lead` is set bold in front of the text; a `note` is small print, a `warning` stands out. */
export interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
  readonly lead?: string
  readonly tone?: 'subtitle' | 'note' | 'warning'
}

/** A paragraph of small print. */
export function note(text: string): Paragraph {
  return { kind: 'paragraph', tone: 'note', text }
}

/** Headline numbers: the first is the one the reader came for. */
export interface Figures {
  readonly kind: 'figures'
  readonly items: readonly {
    readonly label: string
    readonly value: string
    readonly note?: string
  }[]
}

/**
 * Key-value table, laid in `columns` pairs side by side. `together` keeps it from being cut in two
 * where a page can hold it.
 */
export interface Facts {
  readonly kind: 'facts'
  readonly columns: 1 | 2
  readonly rows: readonly Fact[]
  readonly together?: boolean
}

/** `mark` follows the value, such as `*`. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly mark?: string
}

/**
 * Table with a repeated header row. A column without a width shares what the others leave.
 * `together` keeps it from being cut in two where a page can hold it.
 */
export interface Grid {
  readonly kind: 'grid'
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  readonly together?: boolean
}

export interface GridColumn {
  readonly head: string
  readonly align: 'start' | 'center' | 'end'
  readonly widthMm?: number
}

export interface GridRow {
  readonly cells: readonly Cell[]
  readonly strong?: boolean
}

/** `sub` is a second, quieter line of the same cell. */
export interface Cell {
  readonly text: string
  readonly sub?: string
}

/** A row's cells, each of one text. */
export function cellsOf(...texts: readonly string[]): Cell[] {
  return texts.map((text) => ({ text }))
}

/**
 * A chart as data, so that a format with charts of its own can draw it natively. Its values are
 * shown as whole numbers.
 */
export interface LineChart {
  readonly kind: 'line-chart'
  readonly caption: string
  /** Whether the axis reaches zero: for a sum, of which the distance from it is read. */
  readonly fromZero?: boolean
  readonly points: readonly { readonly label: string; readonly value: number }[]
}

/**
 * Bars side by side at each label, one colour a series; below zero they hang. Values are shown as
 * whole numbers. A format without charts of its own draws it.
 */
export interface BarChart {
  readonly kind: 'bar-chart'
  readonly caption: string
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

/** Two columns; `ratio` is the left one's share of the width. */
export interface Beside {
  readonly kind: 'beside'
  readonly ratio: number
  readonly left: readonly Block[]
  readonly right: readonly Block[]
}

/** `soft`: no break where the text before it has only just run over onto a new page. */
interface PageBreak {
  readonly kind: 'page-break'
  readonly soft?: boolean
}

// The one document model: what a report says, block by block, before any format is chosen.
// Texts are final, in the reader's language and already formatted; colours, fonts and markup never
// appear here. A `*-report.ts` makes a document of domain values, a format file makes bytes of it.
import type { Drawing } from './drawing.ts'

export interface ReportDocument {
  /** Names the same stored thing in every format; printed on each page. */
  id: string
  title: string
  language: 'ru'
  /** ISO 8601 in UTC; the only time a format may write into its file. */
  createdAt: string
  /** One short line at the top of each page, one at the bottom. */
  header: string
  footer: string
  /** Said loudly on every page, such as that the data are made up. */
  mark?: string
  blocks: Block[]
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

export interface Heading {
  kind: 'heading'
  level: 1 | 2
  text: string
}

/** `lead` is set bold in front of the text; a `note` is small print, a `warning` stands out. */
export interface Paragraph {
  kind: 'paragraph'
  text: string
  lead?: string
  tone?: 'subtitle' | 'note' | 'warning'
}

/** Headline numbers: the first is the one the reader came for. */
export interface Figures {
  kind: 'figures'
  items: { label: string; value: string; note?: string }[]
}

/**
 * Key-value table, laid in `columns` pairs side by side. `mark` follows the value, such as `*`;
 * `together` keeps it from being cut in two.
 */
export interface Facts {
  kind: 'facts'
  columns: 1 | 2
  rows: { label: string; value: string; mark?: string }[]
  together?: boolean
}

/**
 * Table with a repeated header row. A column without a width shares what the others leave.
 * `together` keeps a table of up to a page from being cut in two.
 */
export interface Grid {
  kind: 'grid'
  columns: { title: string; align: 'start' | 'center' | 'end'; widthMm?: number }[]
  rows: { cells: Cell[]; strong?: boolean }[]
  together?: boolean
}

/** `sub` is a second, quieter line of the same cell. */
export interface Cell {
  text: string
  sub?: string
}

/** A chart as data, so that a format with charts of its own can draw it natively. */
export interface LineChart {
  kind: 'line-chart'
  caption: string
  /** Digits after the decimal mark on the value axis. */
  decimals: number
  points: { label: string; value: number }[]
}

/**
 * Bars side by side at each label, one colour a series; below zero they hang. A format without
 * charts of its own draws it.
 */
export interface BarChart {
  kind: 'bar-chart'
  caption: string
  /** Digits after the decimal mark on the value axis. */
  decimals: number
  labels: string[]
  series: { name: string; values: number[] }[]
}

/** Two columns; `ratio` is the left one's share of the width. */
export interface Beside {
  kind: 'beside'
  ratio: number
  left: Block[]
  right: Block[]
}

/** `soft`: none where what came before has only just run over onto a new page. */
interface PageBreak {
  kind: 'page-break'
  soft?: boolean
}

// The one document model: what a report says, block by block, before any format is chosen.
// Texts are final, in the reader's language and already formatted; colours, fonts and markup never
// appear here. A `*-report.ts` makes a document of domain values, a format file makes bytes of it.

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

/** Vector picture in millimetres, origin at the top left, shapes painted in order. */
export interface Drawing {
  kind: 'drawing'
  widthMm: number
  heightMm: number
  shapes: Shape[]
  caption?: string
}

export type Shape =
  | {
      shape: 'line'
      points: Point[]
      ink: Ink
      widthPt: number
      dashed?: boolean
    }
  | { shape: 'polygon'; points: Point[]; fill: Ink }
  /** Rings by the even-odd rule, so that a ring inside another is a hole; `ink` draws their edge. */
  | { shape: 'area'; rings: Point[][]; fill?: Ink; ink?: Ink; widthPt?: number; dashed?: boolean }
  /** Many lines of one kind, such as a hatching. */
  | { shape: 'strokes'; lines: Point[][]; ink: Ink; widthPt: number; dashed?: boolean }
  | { shape: 'rectangle'; x: number; y: number; width: number; height: number; fill: Ink }
  | { shape: 'circle'; x: number; y: number; radius: number; fill?: Ink; ink?: Ink }
  | {
      shape: 'label'
      /** The anchor's place: `start` hangs the text right of it, `end` left; centred in height. */
      x: number
      y: number
      text: string
      anchor: 'start' | 'middle' | 'end'
      sizePt: number
      ink: Ink
      strong?: boolean
      /** Turned clockwise around its anchor. */
      angleDeg?: number
      /** Painted behind the text, so that lines under it do not cross it. */
      halo?: Ink
    }

export type Point = [x: number, y: number]

/** Roles, not colours: each format has its own palette. */
export type Ink =
  | 'text'
  | 'quiet'
  | 'rule'
  | 'wash'
  | 'accent'
  | 'accent-soft'
  | 'paper'
  | VerdictInk
  | SiteInk

/** From a rule broken to a rule kept with room to spare. */
export type VerdictInk = 'bad' | 'warn' | 'fair' | 'good'

/** What stands on a site plan. */
export type SiteInk =
  | 'boundary'
  | 'green'
  | 'lane'
  | 'parking'
  | 'playground'
  | 'building'
  | 'building-edge'
  | 'roof'
  | 'wall-light'
  | 'wall-dark'
  | 'wall-line'
  | 'shadow'

/** Two columns; `ratio` is the left one's share of the width. */
export interface Beside {
  kind: 'beside'
  ratio: number
  left: Block[]
  right: Block[]
}

export interface PageBreak {
  kind: 'page-break'
}

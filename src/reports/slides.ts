// The model of a slide show: what each slide says, before any format is chosen. Texts are final and
// already formatted; colours, sizes and places never appear here.

export interface SlideShow {
  /** Names the same stored thing in every format; printed on each slide. */
  id: string
  title: string
  language: 'ru'
  /** ISO 8601 in UTC; the only time a format may write into its file. */
  createdAt: string
  /** One short line at the bottom of each slide, with the id in it. */
  footer: string
  /** Said loudly on every slide, such as that the data are made up. */
  mark?: string
  slides: Slide[]
}

export interface Slide {
  title: string
  /** From the top down; what charts leave free they fill. */
  parts: SlidePart[]
  /** Where the numbers come from, for whoever speaks: a paragraph each. */
  notes: string[]
}

export type SlidePart = SlideText | Bullets | Tiles | SlideTable | SlideChart | Columns

/** `verdict` is what a reader should take away, `quiet` a remark. */
export interface SlideText {
  kind: 'text'
  text: string
  tone?: 'verdict' | 'heading' | 'quiet'
  /** Cut with an ellipsis beyond; 3 unless told. */
  maxLines?: number
}

/** Those that find no room are counted instead of shown. */
export interface Bullets {
  kind: 'bullets'
  items: string[]
}

/** Headline numbers, `across` of them in a row. */
export interface Tiles {
  kind: 'tiles'
  across: number
  items: { label: string; value: string; note?: string }[]
}

/** `share` is a column's part of the width. Rows that find no room are counted instead of shown. */
export interface SlideTable {
  kind: 'table'
  columns: { title: string; align: 'left' | 'center' | 'right'; share: number }[]
  rows: { cells: string[]; strong?: boolean }[]
}

/** Bars beside one another at each label, and, if told, a line over them on the same axis. */
export interface SlideChart {
  kind: 'chart'
  /** What is shown and in which unit; stands above the chart. */
  caption: string
  /** `across`: bars lie, the first label on top, their series over one another. */
  bars: 'up' | 'across'
  decimals: 0 | 1
  labels: string[]
  series: { name: string; values: number[] }[]
  line?: { name: string; values: number[] }
  /** Values written at the bars. */
  labelled?: boolean
}

/** Two columns; `ratio` is the left one's share of the width. */
export interface Columns {
  kind: 'columns'
  ratio: number
  left: SlidePart[]
  right: SlidePart[]
}

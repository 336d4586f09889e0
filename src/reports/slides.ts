// The model of a slide show: what each slide says, before any format is chosen. Texts are final and
// already formatted; colours, sizes and places never appear here.
import type { Figures } from './document.ts'

export interface SlideShow {
  /** Names the same stored thing in every format; printed on each slide. */
  readonly id: string
  readonly title: string
  /** ISO 8601 in UTC; the only time a format may write into its file. */
  readonly createdAt: string
  /** One short line at the bottom of each slide, with the id in it. */
  readonly footer: string
  /** Said loudly on every slide, such as that the data are made up. */
  readonly mark?: string | undefined
  readonly slides: readonly Slide[]
}

export interface Slide {
  readonly title: string
  /** From the top down; what charts leave free they fill. */
  readonly parts: readonly SlidePart[]
  /** Where the numbers come from, for whoever speaks: a paragraph each. */
  readonly notes: readonly string[]
}

export type SlidePart = SlideText | Bullets | Tiles | SlideTable | SlideChart | Columns

/** `verdict` is what a reader should take away, `quiet` a remark. */
export interface SlideText {
  readonly kind: 'text'
  readonly text: string
  readonly tone?: 'verdict' | 'heading' | 'quiet'
  /** Cut with an ellipsis beyond; 3 by default. */
  readonly maxLines?: number
}

/** Those that find no room are counted instead of shown. */
export interface Bullets {
  readonly kind: 'bullets'
  readonly items: readonly string[]
}

/** Headline numbers, `across` of them in a row. */
export interface Tiles {
  readonly kind: 'tiles'
  readonly across: number
  readonly items: Figures['items']
}

/** `share` is a column's part of the width. Rows that find no room are counted instead of shown. */
export interface SlideTable {
  readonly kind: 'table'
  readonly columns: readonly {
    readonly head: string
    readonly align: 'left' | 'right'
    readonly share: number
  }[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly strong?: boolean }[]
}

/**
 * Bars beside one another at each label, their values as whole numbers; `line` is drawn over them
 * on the same axis.
 */
export interface SlideChart {
  readonly kind: 'chart'
  /** What is shown and in which unit; stands above the chart. */
  readonly caption: string
  /** `across`: bars are horizontal, the first label on top, their series over one another. */
  readonly bars: 'up' | 'across'
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly line?: { readonly name: string; readonly values: readonly number[] }
  /** Values written at the bars. */
  readonly labelled?: boolean
}

/** Two columns; `ratio` is the left one's share of the width. */
export interface Columns {
  readonly kind: 'columns'
  readonly ratio: number
  readonly left: readonly SlidePart[]
  readonly right: readonly SlidePart[]
}

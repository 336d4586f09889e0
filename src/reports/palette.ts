// The colours of the formats that are not set by typst: Word, slides and pictures in them.
// The same as document.typ's, as six hexadecimal digits; says nothing of where a colour is used.
import type { Ink } from './document.ts'

export const INKS: Readonly<Record<Ink, string>> = {
  text: '1b232e',
  quiet: '5a6676',
  rule: 'd3dae3',
  wash: 'f4f6f9',
  accent: '1f4a7a',
  'accent-soft': 'c7d8eb',
  paper: 'ffffff',
}

export const ALARM = '9a3d0a'
export const ALARM_WASH = 'fdf1e7'

/** Series of a chart, in this order and then over again; told apart in greys as well. */
export const SERIES_COLOURS: readonly string[] = ['1f4a7a', '9dbbdc', 'c8752d', '5a6676']

// The colours of all formats, as six hexadecimal digits; says nothing of where a colour is used.
import type { Ink } from '../drawing.ts'

export const INKS: Readonly<Record<Ink, string>> = {
  text: '1b232e',
  quiet: '5a6676',
  rule: 'd3dae3',
  wash: 'f4f6f9',
  accent: '1f4a7a',
  'accent-soft': 'c7d8eb',
  'accent-warm': 'c8752d',
  paper: 'ffffff',
  bad: 'c93a2b',
  // Each darker than the one before by as much as a grey print shows.
  warn: 'f2c14e',
  fair: '86b13c',
  good: '24703d',
  boundary: 'b01e2e',
  green: 'e1edd6',
  lane: 'd3d7dd',
  parking: 'eeebe2',
  playground: 'f6dfa6',
  building: 'e9c4a8',
  'building-edge': '4a2f20',
  roof: 'f3e2d3',
  'wall-light': 'e3c3aa',
  'wall-dark': 'bd957a',
  'wall-line': '8f6b54',
  shadow: 'bccbb2',
}

export const ALARM = '9a3d0a'
export const ALARM_WASH = 'fdf1e7'

/**
 * Series of a chart of the format's own, in this order and then over again; distinct in greys too.
 */
export const NATIVE_SERIES: readonly string[] = [
  INKS.accent,
  '9dbbdc',
  INKS['accent-warm'],
  INKS.quiet,
]

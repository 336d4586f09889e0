// Reads the headline figures of a forecast back out of any format's text, for the test that all
// formats agree. Knows labels and shapes of numbers, never how a format is built.
import assert from 'node:assert/strict'
import {
  FIGURE_NAMES,
  type FigureName,
  forecastFigures,
} from '../../../src/reports/forecast/forecast-figures.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'

/** Those that every format must print. */
const SHARED_FIGURES = ['revenue', 'npv', 'irr', 'units', 'gfa'] as const

type HeadlineFigures = Partial<Record<FigureName | 'reportId', string>>

const NUMBER = String.raw`\d{1,3}(?: \d{3})*`
const VALUE = String.raw`([−-]?${NUMBER}(?:,\d+)?(?: из ${NUMBER})?(?: (?:₽|м²|%|мес\.))?|—)`

/**
 * @param text of a whole file, markup and all, in reading order; white space of any kind
 * @param labels that stand before the numbers
 * @returns for each label found the number behind it, spaces made plain
 */
function headlineFiguresOf(
  text: string,
  labels: Readonly<Record<FigureName, string>>,
): HeadlineFigures {
  const plain = onOneLine(text)
  const found: HeadlineFigures = {}
  for (const name of FIGURE_NAMES) {
    // Between a label and its number: the walls of a table, markup, an end of line.
    const pattern = new RegExp(String.raw`${escapeRegExp(labels[name])}[\s|:*]{1,80}${VALUE}`)
    const value = pattern.exec(plain)?.[1]
    if (value !== undefined) found[name] = value
  }
  const reportId = /Отчёт ([0-9A-Za-z_-]{8,64})/.exec(plain)?.[1]
  if (reportId !== undefined) found.reportId = reportId
  return found
}

/** What the text of any format of `forecast` must give. */
function expectedFigures(forecast: Forecast): Required<HeadlineFigures> {
  const figures = forecastFigures(forecast)
  const pairs = FIGURE_NAMES.map((name) => [name, onOneLine(figures[name].value)])
  return { ...Object.fromEntries(pairs), reportId: forecast.report_id }
}

/** @param format named in the complaint */
export function assertHeadlineFigures(format: string, text: string, forecast: Forecast): void {
  const figures = Object.entries(forecastFigures(forecast))
  const labels = Object.fromEntries(figures.map(([name, { label }]) => [name, label]))
  const found = headlineFiguresOf(text, labels as Record<FigureName, string>)
  const expected = expectedFigures(forecast)
  for (const name of [...SHARED_FIGURES, 'reportId'] as const) {
    assert.equal(found[name], expected[name], `${name} in ${format}`)
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

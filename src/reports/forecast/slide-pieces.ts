// What several slides of a forecast say or show alike.
import type { Assumption } from '../../siteplan/forecast/forecast.ts'
import { outsideText } from '../plain-text.ts'
import type { SlideChart, SlidePart, Tiles } from '../slides.ts'
import type { Figure } from './forecast-figures.ts'
import { assumptionName } from './forecast-tables.ts'

export const SOURCE_LETTERS = 160

export function assumptionNote(assumption: Assumption): string {
  return `${assumptionName(assumption)}: ${outsideText(assumption.source, SOURCE_LETTERS)}`
}

/** A chart of nothing is no chart: Office would ask to repair the file. */
export function chartPart(chart: SlideChart): SlidePart {
  return chart.labels.length > 0
    ? chart
    : { kind: 'text', tone: 'quiet', text: `${chart.caption}: данных нет.` }
}

export function tiles(across: number, figures: Figure[]): Tiles {
  return {
    kind: 'tiles',
    across,
    items: figures.map(({ label, value, band }) => ({
      label,
      value,
      ...(band === undefined ? {} : { note: band }),
    })),
  }
}

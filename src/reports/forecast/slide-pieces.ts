// Pieces that several slides of a forecast share.
import type { Assumption } from '../../siteplan/forecast/forecast.ts'
import { outsideText } from '../plain-text.ts'
import type { SlideChart, SlidePart, Tiles } from '../slides.ts'
import { assumptionName } from './assumption-words.ts'
import { type Figure, itemOf } from './forecast-figures.ts'

/** Most letters of a source, or of what it is the source of, in a slide's notes. */
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

export function tiles(across: number, figures: readonly Figure[]): Tiles {
  return { kind: 'tiles', across, items: figures.map(itemOf) }
}

// Pieces that several slides of a forecast share.
import type { Assumption } from '../../siteplan/forecast/forecast.ts'
import { outsideText } from '../plain-text.ts'
import type { SlideChart, SlidePart, Tiles } from '../slides.ts'
import { assumptionName } from './assumption-words.ts'
import { type Figure, itemOf } from './forecast-figures.ts'

/** Of a text from outside in a slide's notes, in characters. */
export const MAX_NOTE_LENGTH = 160

export function assumptionNote(assumption: Assumption): string {
  return `${assumptionName(assumption)}: ${outsideText(assumption.source, MAX_NOTE_LENGTH)}`
}

/** Without a label there is no chart: Office would ask to repair the file. */
export function chartPart(chart: SlideChart): SlidePart {
  return chart.labels.length > 0
    ? chart
    : { kind: 'text', tone: 'quiet', text: `${chart.caption}: данных нет.` }
}

export function tiles(across: number, figures: readonly Figure[]): Tiles {
  return { kind: 'tiles', across, items: figures.map(itemOf) }
}

// Pieces that several slides of a forecast share.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { outsideText } from '../plain-text.ts'
import type { SlideChart, SlidePart, Tiles } from '../slides.ts'
import { assumptionName } from './assumption-words.ts'
import { type Figure, itemOf } from './forecast-figures.ts'

/** Of a text from outside in a slide's notes, in characters. */
export const MAX_NOTE_LENGTH = 160

export function assumptionNotes({ assumptions, programme }: Forecast): string[] {
  const phases = programme.phases.count
  return assumptions.map(
    (one) => `${assumptionName(one, phases)}: ${outsideText(one.source, MAX_NOTE_LENGTH)}`,
  )
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

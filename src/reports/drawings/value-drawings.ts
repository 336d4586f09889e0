// The two pictures beside the value: the band with the comparables in it, and the confidence gauge.
// Pure geometry to drawings; words around them belong to the report.
import { formatRub } from '../../russian-format.ts'
import { type Drawing, roundMm, type Shape } from '../drawing.ts'
import { PAGE_WIDTH_MM } from '../page.ts'

const BAND_HEIGHT_MM = 25
/** Room at both ends for the prices written outside the band. */
const BAND_MARGIN_MM = 30
const MIN_DOT_MM = 0.7
const MAX_DOT_MM = 1.9

interface ValueBand {
  /** What the value is called. */
  valueWord: string
  lowRub: number
  marketRub: number
  highRub: number
  comparables: { priceRub: number; weight: number }[]
}

export function drawValueBand(band: ValueBand): Drawing {
  // A comparable beyond a band's width on either side is drawn at the edge: it would squeeze the
  // rest.
  const spread = band.highRub - band.lowRub
  const prices = band.comparables.map((comparable) =>
    Math.min(band.highRub + spread, Math.max(band.lowRub - spread, comparable.priceRub)),
  )
  const min = Math.min(band.lowRub, ...prices)
  const max = Math.max(band.highRub, ...prices)
  const mmPerRub = max > min ? (PAGE_WIDTH_MM - 2 * BAND_MARGIN_MM) / (max - min) : 0
  const xAt = (rub: number) => roundMm(BAND_MARGIN_MM + (rub - min) * mmPerRub)
  const [low, market, high] = [xAt(band.lowRub), xAt(band.marketRub), xAt(band.highRub)]
  const middle = 12
  const heaviest = Math.max(...band.comparables.map((comparable) => comparable.weight), 1e-9)

  const price = (rub: number) => ({ shape: 'label', text: formatRub(rub), sizePt: 8.5 }) as const
  const shapes: Shape[] = [
    {
      shape: 'line',
      points: [
        [0, middle],
        [PAGE_WIDTH_MM, middle],
      ],
      ink: 'rule',
      widthPt: 0.6,
    },
    {
      shape: 'rectangle',
      x: low,
      y: middle - 4,
      width: Math.max(0.4, roundMm(high - low)),
      height: 8,
      fill: 'accent-soft',
    },
  ]
  for (const [index, comparable] of band.comparables.entries()) {
    const share = Math.sqrt(Math.max(0, comparable.weight) / heaviest)
    const radius = roundMm(MIN_DOT_MM + (MAX_DOT_MM - MIN_DOT_MM) * share)
    const x = xAt(prices[index] ?? band.marketRub)
    shapes.push({ shape: 'circle', x, y: middle, radius, fill: 'paper', ink: 'accent' })
  }
  shapes.push(
    {
      shape: 'line',
      points: [
        [market, middle - 5.5],
        [market, middle + 5.5],
      ],
      ink: 'accent',
      widthPt: 1.8,
    },
    { ...price(band.marketRub), x: market, y: 4, anchor: 'middle', ink: 'accent', strong: true },
    { ...price(band.lowRub), x: roundMm(low - 1), y: middle + 8, anchor: 'end', ink: 'text' },
    { ...price(band.highRub), x: roundMm(high + 1), y: middle + 8, anchor: 'start', ink: 'text' },
  )
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: BAND_HEIGHT_MM,
    shapes,
    caption:
      `Закрашенная полоса — диапазон, черта — ${band.valueWord}, кружки — ` +
      'скорректированные цены аналогов (чем больше вес, тем больше кружок).',
  }
}

/** @param level 1 to `levels`; out of it the nearest end is shown */
export function drawConfidenceGauge(level: number, levels: number): Drawing {
  const [width, height, gap] = [9, 4.5, 1]
  const filled = Math.min(levels, Math.max(0, Math.round(level)))
  const shapes = Array.from({ length: levels }, (_, index): Shape => {
    const fill = index < filled ? 'accent' : 'rule'
    return { shape: 'rectangle', x: index * (width + gap), y: 0.5, width, height, fill }
  })
  return { kind: 'drawing', widthMm: levels * (width + gap) - gap, heightMm: height + 1, shapes }
}

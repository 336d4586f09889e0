// The two pictures beside the value: the band with the comparables in it, and the confidence gauge.
// Pure geometry to drawings; words around them belong to the report.
import { clamp } from '../../../numbers/clamp.ts'
import { formatRub } from '../../../text/russian-format.ts'
import { type Drawing, lineBetween, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'

const BAND_HEIGHT_MM = 25
/** Of the line that the band lies on, from the top. */
const MIDDLE_MM = 12
const BAND_MM = 8
/** Of the prices at the band's ends, from the top. */
const ENDS_MM = MIDDLE_MM + 8
/** The line of the value reaches so far above the band and below it. */
const MARK_MM = 1.5
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
  const xAt = placesOf(band)
  const [low, market, high] = [xAt(band.lowRub), xAt(band.marketRub), xAt(band.highRub)]
  const reach = BAND_MM / 2 + MARK_MM
  const price = (rub: number) => ({ shape: 'label', text: formatRub(rub), sizePt: 8.5 }) as const
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: BAND_HEIGHT_MM,
    shapes: [
      lineBetween([0, MIDDLE_MM], [PAGE_WIDTH_MM, MIDDLE_MM], 'rule', 0.6),
      {
        shape: 'rectangle',
        x: low,
        y: MIDDLE_MM - BAND_MM / 2,
        width: Math.max(0.4, roundMm(high - low)),
        height: BAND_MM,
        fill: 'accent-soft',
      },
      ...dotsOf(band, xAt),
      lineBetween([market, MIDDLE_MM - reach], [market, MIDDLE_MM + reach], 'accent', 1.8),
      { ...price(band.marketRub), x: market, y: 4, anchor: 'middle', ink: 'accent', strong: true },
      { ...price(band.lowRub), x: roundMm(low - 1), y: ENDS_MM, anchor: 'end', ink: 'text' },
      {
        ...price(band.highRub),
        x: roundMm(high + 1),
        y: ENDS_MM,
        anchor: 'start',
        ink: 'text',
      },
    ],
    alt: bandInWords(band),
    caption:
      `Полоса — диапазон, черта — ${band.valueWord}, кружки — скорректированные цены аналогов: ` +
      'чем больше вес, тем больше кружок.',
  }
}

function bandInWords({ valueWord, lowRub, marketRub, highRub, comparables }: ValueBand): string {
  const prices = comparables.map(({ priceRub }) => priceRub)
  const around =
    prices.length === 0
      ? ''
      : `, аналоги — от ${formatRub(Math.min(...prices))} до ${formatRub(Math.max(...prices))}`
  return (
    `Шкала цен: диапазон от ${formatRub(lowRub)} до ${formatRub(highRub)}, ` +
    `${valueWord} — ${formatRub(marketRub)}${around}.`
  )
}

/**
 * Where a price stands along the band. One beyond a band's width on either side stands at the edge:
 * it would squeeze the rest.
 */
function placesOf({ lowRub, highRub, comparables }: ValueBand): (rub: number) => number {
  const spread = highRub - lowRub
  const shown = (rub: number) => clamp(rub, lowRub - spread, highRub + spread)
  const prices = comparables.map(({ priceRub }) => shown(priceRub))
  const min = Math.min(lowRub, ...prices)
  const max = Math.max(highRub, ...prices)
  const mmPerRub = max > min ? (PAGE_WIDTH_MM - 2 * BAND_MARGIN_MM) / (max - min) : 0
  return (rub) => roundMm(BAND_MARGIN_MM + (shown(rub) - min) * mmPerRub)
}

/** The comparables, larger with more weight. */
function dotsOf({ comparables }: ValueBand, xAt: (rub: number) => number): Shape[] {
  const heaviest = Math.max(...comparables.map(({ weight }) => weight), 1e-9)
  return comparables.map(({ priceRub, weight }) => {
    const share = Math.sqrt(Math.max(0, weight) / heaviest)
    const radius = roundMm(MIN_DOT_MM + (MAX_DOT_MM - MIN_DOT_MM) * share)
    return { shape: 'circle', x: xAt(priceRub), y: MIDDLE_MM, radius, fill: 'paper', ink: 'accent' }
  })
}

/**
 * Shows only what the words beside it say too: the level.
 *
 * @param level 1 to `levels`; outside, the nearest end is shown
 */
export function drawConfidenceGauge(level: number, levels: number): Drawing {
  const [width, height, gap] = [9, 4.5, 1]
  const filled = clamp(Math.round(level), 0, levels)
  const shapes = Array.from({ length: levels }, (_, index): Shape => {
    const fill = index < filled ? 'accent' : 'rule'
    return { shape: 'rectangle', x: index * (width + gap), y: 0.5, width, height, fill }
  })
  return {
    kind: 'drawing',
    widthMm: levels * (width + gap) - gap,
    heightMm: height + 1,
    shapes,
    alt: '',
  }
}

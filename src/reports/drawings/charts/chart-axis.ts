// What charts of different kinds have in common: the frame, ticks at round numbers, grid lines and
// words at the axes. Knows numbers, never what they mean.
import { formatNumber } from '../../../text/russian-format.ts'
import { lineBetween, roundMm, type Shape } from '../../drawing.ts'
import { textWidthMm } from '../text-size.ts'
import { niceStep } from './nice-step.ts'

/** Room left of the plot for the usual numbers of the value axis. */
const LEAST_LEFT_MM = 14
const LABEL_APART_MM = 2
export const CHART_RIGHT_MM = 174
const LABEL_SIZE_PT = 7.5

interface ValueAxis {
  readonly ticks: readonly number[]
  readonly low: number
  readonly high: number
}

/** `1–3: 20; 4–6: −5`, for readers who do not see the chart. */
export function pointsInWords(
  points: readonly { readonly label: string; readonly value: number }[],
): string {
  return points.map(({ label, value }) => `${label}: ${formatNumber(value)}`).join('; ')
}

/** Values that differ by less than this share of the greatest one are drawn as equal. */
const MIN_SPREAD = 1e-9

/**
 * Three to seven ticks at 1, 2 or 5 × 10ⁿ that enclose all values. No step is below 1, or two ticks
 * would bear the same number.
 */
export function valueAxis(values: readonly number[]): ValueAxis {
  const min = Math.min(...values)
  const max = Math.max(...values)
  const size = Math.max(Math.abs(min), Math.abs(max))
  // Values that differ only in their last digits count as equal: no step can be that small.
  const spread = max - min > size * MIN_SPREAD ? max - min : size * 0.1 || 1
  const step = Math.max(niceStep(spread / 4), 1)
  const first = Math.floor(min / step)
  const last = Math.max(first + 2, Math.ceil(max / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ticks, low: first * step, high: last * step }
}

/** Values as heights on paper, mm. */
interface ValuePlot {
  /**
   * Where it begins: charts of usual sums stand under one another, and the longest number of a
   * great one still has room beside it.
   */
  readonly left: number
  yAt(value: number): number
  /** A horizontal line and its number for each tick. */
  gridTo(right: number): Shape[]
  /** Whether values may lie below zero and above. */
  readonly isZeroInside: boolean
  /** Where bars begin and sums change sign. */
  zeroLineTo(right: number): Shape
}

/** @param span of the plot on paper, mm from the top */
export function valuePlot(
  values: readonly number[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): ValuePlot {
  const { ticks, low, high } = valueAxis(values)
  const numbers = ticks.map((tick) => formatNumber(tick))
  const widest = Math.max(...numbers.map(labelWidthMm))
  const left = Math.max(LEAST_LEFT_MM, Math.ceil(widest) + LABEL_APART_MM)
  const yAt = (value: number) => roundMm(bottom - ((value - low) / (high - low)) * (bottom - top))
  return {
    left,
    yAt,
    gridTo: (right) =>
      ticks.flatMap((tick, index): Shape[] => {
        const y = yAt(tick)
        return [
          lineBetween([left, y], [right, y], 'rule', 0.5),
          { ...axisLabel(numbers[index] ?? ''), x: left - LABEL_APART_MM, y, anchor: 'end' },
        ]
      }),
    isZeroInside: low < 0 && high >= 0,
    zeroLineTo: (right) => lineBetween([left, yAt(0)], [right, yAt(0)], 'quiet', 0.8),
  }
}

export function labelWidthMm(text: string): number {
  return textWidthMm(text, LABEL_SIZE_PT)
}

export function axisLabel(text: string) {
  return { shape: 'label', text, sizePt: LABEL_SIZE_PT, ink: 'quiet' } as const
}

// The headline numbers of a forecast, each put into words once: every format prints these strings,
// so that they agree to the last character. Knows no markup.
import { round, wholeDown } from '../../numbers/rounding.ts'
import type { Band, Forecast } from '../../siteplan/forecast/forecast.ts'
import { GOOD_SOLD, LENDERS_WANT_SOLD } from '../../siteplan/forecast/presales.ts'
import {
  formatNumber,
  formatPercent,
  formatRub,
  formatShort,
  formatWholeM2,
  type Maybe,
  NO_BREAK_SPACE,
  withUnit,
} from '../../text/russian-format.ts'
import type { Fact, Figures } from '../document.ts'

export const FIGURE_NAMES = [
  'revenue',
  'npv',
  'irr',
  'margin',
  'units',
  'gfa',
  'saleable',
  'cost',
  'sellout',
  'payback',
  'soldAtCommissioning',
] as const
export type FigureName = (typeof FIGURE_NAMES)[number]

export interface Figure {
  /** The same in every format, so that a reader (or a test) finds the number behind it. */
  readonly label: string
  readonly value: string
  /** `P10–P90: …`, where the model draws one. */
  readonly band?: string
}

type ForecastFigures = Readonly<Record<FigureName, Figure>>

const FIGURE_LABEL: Readonly<Record<FigureName, string>> = {
  revenue: 'Выручка, P50',
  npv: 'NPV, P50',
  irr: 'IRR',
  margin: 'Маржа',
  units: 'Квартир',
  gfa: 'Площадь всех этажей',
  saleable: 'Продаваемая площадь',
  cost: 'Затраты',
  sellout: 'Срок продаж',
  payback: 'Простой срок окупаемости',
  soldAtCommissioning: 'Продано к вводу',
}

const figure = (name: FigureName, value: string) => ({ label: FIGURE_LABEL[name], value })

/** Is added to the label of a quantity if the money counts a part of it only. */
const COUNTED = ' в расчёте'

/**
 * Money to the rouble, areas to a square metre, shares to a tenth of a per cent. Flats and areas
 * are of the phases that the money is of: whoever divides one by the other gets a price.
 */
export function forecastFigures({ metrics, programme }: Forecast): ForecastFigures {
  return {
    ...quantities(programme),
    revenue: {
      ...figure('revenue', formatRub(metrics.revenue_rub.p50)),
      band: formatBand(metrics.revenue_rub),
    },
    npv: { ...figure('npv', formatRub(metrics.npv_rub.p50)), band: formatBand(metrics.npv_rub) },
    irr: figure('irr', formatPercent(metrics.irr)),
    margin: figure('margin', formatPercent(metrics.margin)),
    cost: figure('cost', formatRub(metrics.cost_rub)),
    sellout: selloutFigure(metrics.sellout_months, programme.phases),
    payback: figure('payback', formatMonths(metrics.payback_months)),
    soldAtCommissioning: figure(
      'soldAtCommissioning',
      formatPercent(besideBounds(metrics.sold_at_commissioning)),
    ),
  }
}

/**
 * Rounded to a tenth of a per cent like every share, but down where that would reach a bound that
 * the share itself does not: what is called less than half must not read as half.
 */
function besideBounds(share: number): number {
  const nearest = round(share, 3)
  const isLifted = [LENDERS_WANT_SOLD, GOOD_SOLD].some((bound) => share < bound && nearest >= bound)
  return isLifted ? wholeDown(share * 1000) / 1000 : nearest
}

type Quantities = Pick<ForecastFigures, 'units' | 'gfa' | 'saleable'>

/** What the money is of; where that is less than the whole programme, `120 из 1 295`. */
function quantities(programme: Forecast['programme']): Quantities {
  const { phases } = programme
  const whole = programmeFigures(programme)
  if (phases.counted === phases.count) return whole
  const partOf = ({ label, value }: Figure, counted: number) => ({
    label: label + COUNTED,
    value: `${formatNumber(counted)} из ${value}`,
  })
  return {
    units: partOf(whole.units, phases.units_counted),
    gfa: partOf(whole.gfa, phases.gfa_m2_counted),
    saleable: partOf(whole.saleable, phases.saleable_m2_counted),
  }
}

/** Of all phases, whether the money counts them or not: for pages about the programme. */
export function programmeFigures({
  units_total,
  gfa_m2,
  saleable_m2,
}: Forecast['programme']): Quantities {
  return {
    units: figure('units', formatNumber(units_total)),
    gfa: figure('gfa', formatWholeM2(gfa_m2)),
    saleable: figure('saleable', formatWholeM2(saleable_m2)),
  }
}

/** A figure as a headline, of a document or of a slide. */
export function itemOf({ label, value, band }: Figure): Figures['items'][number] {
  return band === undefined ? { label, value } : { label, value, note: band }
}

/** A figure as a row of facts. */
export function factOf({ label, value }: Figure): Fact {
  return { label, value }
}

function formatBand({ p10, p90 }: Band): string {
  return `P10–P90: ${formatNumber(p10)}${NO_BREAK_SPACE}… ${formatRub(p90)}`
}

/**
 * All flats are sold some day; whether a project pays back nobody knows without its month. Where
 * only some phases count, the name says that all are meant: theirs may be sold within the horizon.
 */
function selloutFigure(
  months: number | null,
  { count, counted }: Forecast['programme']['phases'],
): Figure {
  return {
    label: counted === count ? FIGURE_LABEL.sellout : `${FIGURE_LABEL.sellout} всех очередей`,
    value: months === null ? 'за горизонтом' : formatMonths(months),
  }
}

export function formatMonths(months: Maybe<number>): string {
  return withUnit(formatShort(months, 1), 'мес.')
}

/** For a chart: not rounded, since whatever shows the chart rounds, and twice is once too often. */
export function inMillions(rub: number): number {
  return rub / 1e6
}

/**
 * `1234567890` → `1 234,6` for a column headed «млн ₽»; tables and charts only, never headlines.
 */
export function formatMillions(rub: number): string {
  return formatNumber(inMillions(rub), 1)
}

// Sections of a forecast about the site: the parcel, what limits building on it, what is built.
import { sumOf } from '../../numbers/sum.ts'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import {
  formatAreaM2,
  formatNumber,
  formatPercent,
  formatPlace,
  formatRub,
  formatShort,
  formatShortPercent,
  formatWholeM2,
  withUnit,
} from '../../text/russian-format.ts'
import { type Block, cellsOf, type Fact, type Grid, note } from '../document.ts'
import { constraintValue, RULE } from '../norm-words.ts'
import { outsideText } from '../plain-text.ts'
import { programmeChart } from './forecast-charts.ts'
import { factOf, programmeFigures } from './forecast-figures.ts'
import { MAX_CONSTRAINTS, MAX_SOURCE_LENGTH } from './forecast-limits.ts'
import { limitSentence } from './forecast-verdict.ts'
import { unitTypeLabel } from './forecast-words.ts'

export function parcelSection({ parcel, rule_set }: Forecast): Block[] {
  const perM2 =
    parcel.cadastral_value_rub === null ? null : parcel.cadastral_value_rub / parcel.area_m2
  const [lon, lat] = parcel.centroid
  const rows: Fact[] = [
    { label: 'Кадастровый номер', value: parcel.cadastral_number },
    {
      label: 'Площадь',
      value:
        `${formatWholeM2(parcel.area_m2)}, ` +
        withUnit(formatShort(parcel.area_m2 / 10_000, 2), 'га'),
    },
    { label: 'Кадастровая стоимость', value: formatRub(parcel.cadastral_value_rub) },
    { label: 'На 1 м² участка', value: formatRub(perM2) },
    { label: 'Координаты', value: formatPlace({ lat, lon }) },
  ]
  const texts: Fact[] = [
    { label: 'Категория земель', value: outsideText(parcel.category, MAX_SOURCE_LENGTH) },
    {
      label: 'Разрешённое использование',
      value: outsideText(parcel.permitted_use, MAX_SOURCE_LENGTH),
    },
    { label: 'Набор норм', value: outsideText(rule_set.title, MAX_SOURCE_LENGTH) },
  ]
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Участок' },
    { kind: 'facts', columns: 2, rows },
    { kind: 'facts', columns: 1, rows: texts },
  ]
}

export function constraintsSection(forecast: Forecast): Block[] {
  const { envelope } = forecast
  return [
    { kind: 'heading', level: 2, text: 'Ограничения' },
    constraintsGrid(forecast),
    { kind: 'paragraph', lead: 'Что ограничивает.', text: limitSentence(forecast) },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Внутри отступов', value: formatWholeM2(envelope.buildable_area_m2) },
        { label: 'Площадь застройки, до', value: formatWholeM2(envelope.max_footprint_m2) },
        { label: 'Площадь этажей, до', value: formatWholeM2(envelope.max_gfa_m2) },
        { label: 'Этажность расчёта', value: formatNumber(envelope.storeys) },
      ],
    },
  ]
}

function constraintsGrid({ constraints }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { head: 'Норма', align: 'start', widthMm: 62 },
      { head: 'Значение', align: 'end', widthMm: 30 },
      { head: 'Источник', align: 'start' },
    ],
    rows: constraints.slice(0, MAX_CONSTRAINTS).map((constraint) => ({
      ...(constraint.binding ? { strong: true } : {}),
      cells: [
        {
          text: RULE[constraint.rule],
          ...(constraint.binding ? { sub: 'ограничивает площадь' } : {}),
        },
        { text: constraintValue(constraint) },
        { text: outsideText(constraint.source, MAX_SOURCE_LENGTH) },
      ],
    })),
  }
}

export function programmeSection(forecast: Forecast): Block[] {
  const { programme } = forecast
  const { gfa, saleable } = programmeFigures(programme)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Программа' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        factOf(gfa),
        factOf(saleable),
        { label: 'Доля продаваемой', value: formatPercent(programme.saleable_share) },
        { label: 'Этажей', value: formatNumber(programme.storeys) },
        { label: 'Очередей', value: phasesText(programme) },
        { label: 'Машино-мест', value: formatNumber(programme.parking_spaces) },
      ],
    },
    programmeGrid(forecast),
    programmeChart(forecast),
    note(
      'Площадь всех этажей — в габаритах наружных стен (СПП в ГНС). Продаваемая — её доля; число квартир целое, ' +
        'поэтому сумма площадей квартир меньше неё; выручка — по ним.',
    ),
  ]
}

/** `11, в расчёте 1`, or their number alone where all count. */
function phasesText({ phases: { count, counted } }: Forecast['programme']): string {
  const all = formatNumber(count)
  return counted === count ? all : `${all}, в расчёте ${formatNumber(counted)}`
}

function programmeGrid({ programme }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head: 'Тип', align: 'start' },
      { head: 'Доля', align: 'end', widthMm: 26 },
      { head: 'Площадь квартиры', align: 'end', widthMm: 36 },
      { head: 'Количество', align: 'end', widthMm: 30 },
      { head: 'Всего', align: 'end', widthMm: 34 },
    ],
    rows: [
      ...programme.units.map(({ type, share, area_m2, count }) => ({
        cells: cellsOf(
          unitTypeLabel(type),
          formatShortPercent(share, 2),
          formatAreaM2(area_m2),
          formatNumber(count),
          formatWholeM2(area_m2 * count),
        ),
      })),
      {
        strong: true,
        cells: cellsOf(
          'Итого',
          '',
          '',
          formatNumber(programme.units_total),
          formatWholeM2(sumOf(programme.units, ({ area_m2, count }) => area_m2 * count)),
        ),
      },
    ],
  }
}

// The slides of a forecast about what may be built: parcel and norms, volume, flats.
import type { Constraint } from '../../norms/constraint-schema.ts'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import {
  formatNumber,
  formatPercent,
  formatPlace,
  formatRub,
  formatShort,
  formatShortPercent,
  formatWholeM2,
  withUnit,
} from '../../text/russian-format.ts'
import { constraintValue, RULE } from '../norm-words.ts'
import { outsideText } from '../plain-text.ts'
import type { Slide, SlideTable } from '../slides.ts'
import { programmeFigures } from './forecast-figures.ts'
import { limitNamed } from './forecast-verdict.ts'
import { unitTypeLabel } from './forecast-words.ts'
import { assumptionNotes, chartPart, MAX_NOTE_LENGTH, tiles } from './slide-pieces.ts'

export function siteSlide(forecast: Forecast): Slide {
  const { constraints, rule_set } = forecast
  return {
    title: 'Участок и ограничения',
    parts: [
      {
        kind: 'columns',
        ratio: 0.42,
        left: [
          parcelTable(forecast),
          {
            kind: 'text',
            tone: 'verdict',
            text: `${limitNamed(forecast)}.`,
            maxLines: 5,
          },
          { kind: 'text', tone: 'quiet', text: `Нормы: ${outsideText(rule_set.title, 90)}` },
        ],
        right: [constraintsTable(forecast)],
      },
    ],
    notes: [
      'Выделено ограничение, которое определяет площадь. Источники норм:',
      ...constraints.map(
        ({ rule, source }) => `${RULE[rule]}: ${outsideText(source, MAX_NOTE_LENGTH)}`,
      ),
    ],
  }
}

function parcelTable({ parcel }: Forecast): SlideTable {
  const [lon, lat] = parcel.centroid
  const facts: [string, string | null][] = [
    ['Площадь', formatWholeM2(parcel.area_m2)],
    ['Категория', parcel.category],
    ['Использование', parcel.permitted_use],
    ['Кадастровая стоимость', formatRub(parcel.cadastral_value_rub)],
    ['Координаты', formatPlace({ lat, lon })],
  ]
  return {
    kind: 'table',
    columns: [
      { head: 'Участок', align: 'left', share: 4 },
      { head: parcel.cadastral_number, align: 'left', share: 6 },
    ],
    rows: facts.map(([label, value]) => ({ cells: [label, outsideText(value, 60)] })),
  }
}

function constraintsTable({ constraints }: Forecast): SlideTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Ограничение', align: 'left', share: 66 },
      { head: 'Норма', align: 'right', share: 34 },
    ],
    rows: constraints.toSorted(byBinding).map((constraint) => ({
      cells: [RULE[constraint.rule], constraintValue(constraint)],
      strong: constraint.binding,
    })),
  }
}

function byBinding(a: Constraint, b: Constraint): number {
  return Number(b.binding) - Number(a.binding)
}

export function massingSlide(forecast: Forecast): Slide {
  const { parcel, envelope, programme, rule_set } = forecast
  const areas: [string, number][] = [
    ['Участок', parcel.area_m2],
    ['Внутри отступов', envelope.buildable_area_m2],
    ['Площадь застройки, до', envelope.max_footprint_m2],
    ['Площадь этажей, до', envelope.max_gfa_m2],
    ['Площадь этажей в программе', programme.gfa_m2],
  ]
  const floors = programme.storeys > 0 ? programme.gfa_m2 / programme.storeys : null
  return {
    title: 'Объём застройки',
    parts: [
      tiles(4, [
        { label: 'Этажей', value: formatNumber(programme.storeys) },
        { label: 'Площадь этажей, до', value: formatWholeM2(envelope.max_gfa_m2) },
        { label: 'Площадь застройки, до', value: formatWholeM2(envelope.max_footprint_m2) },
        { label: 'На этаж, все дома вместе', value: formatWholeM2(floors) },
      ]),
      chartPart({
        kind: 'chart',
        caption: 'Площади, м²',
        bars: 'across',
        labels: areas.map(([label]) => label),
        series: [{ name: 'Площадь, м²', values: areas.map(([, area]) => Math.round(area)) }],
        labelled: true,
      }),
      {
        kind: 'text',
        tone: 'quiet',
        text: `${limitNamed(forecast)}.`,
      },
    ],
    notes: [
      `Предел посчитан по набору норм «${outsideText(rule_set.title, MAX_NOTE_LENGTH)}».`,
      'Площадь застройки взята при том числе этажей, которое даёт наибольшую площадь всех этажей.',
    ],
  }
}

export function programmeSlide(forecast: Forecast): Slide {
  const { programme } = forecast
  const figures = programmeFigures(programme)
  return {
    title: 'Программа: какие квартиры',
    parts: [
      tiles(4, [
        figures.units,
        figures.gfa,
        figures.saleable,
        { label: 'Машино-мест', value: formatNumber(programme.parking_spaces) },
      ]),
      {
        kind: 'columns',
        ratio: 0.52,
        left: [
          unitsTable(forecast),
          {
            kind: 'text',
            tone: 'quiet',
            text: `Продаётся ${formatPercent(programme.saleable_share)} площади всех этажей.`,
          },
        ],
        right: [
          chartPart({
            kind: 'chart',
            caption: 'Квартир по типам',
            bars: 'up',
            labels: programme.units.map(({ type }) => unitTypeLabel(type)),
            series: [{ name: 'Квартир', values: programme.units.map(({ count }) => count) }],
            labelled: true,
          }),
        ],
      },
    ],
    notes: ['Откуда взято:', ...assumptionNotes(forecast)],
  }
}

function unitsTable({ programme }: Forecast): SlideTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Тип', align: 'left', share: 34 },
      { head: 'Доля', align: 'right', share: 20 },
      { head: 'Площадь квартиры', align: 'right', share: 26 },
      { head: 'Квартир', align: 'right', share: 20 },
    ],
    rows: programme.units.map(({ type, share, area_m2, count }) => ({
      cells: [
        unitTypeLabel(type),
        formatShortPercent(share, 2),
        withUnit(formatShort(area_m2, 1), 'м²'),
        formatNumber(count),
      ],
    })),
  }
}

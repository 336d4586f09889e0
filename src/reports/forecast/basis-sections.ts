// Sections of a forecast about what it rests on: comparables, risks, assumptions, the method.
import type { Forecast, ForecastComparable } from '../../siteplan/forecast/forecast.ts'
import {
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatNumber,
  formatRub,
  formatRubPerM2,
} from '../../text/russian-format.ts'
import { type Block, cellsOf, type Grid, note } from '../document.ts'
import { addressText, KIND, roomsText } from '../flat-words.ts'
import { outsideText } from '../plain-text.ts'
import { assumptionName, assumptionValue } from './assumption-words.ts'
import {
  MAX_ADDRESS_IN_TABLE_LENGTH,
  MAX_COMPARABLES,
  MAX_SOURCE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_VERSION_LENGTH,
  MAX_WARNING_LENGTH,
  MAX_WARNINGS,
} from './forecast-limits.ts'

export function comparablesSection(forecast: Forecast): Block[] {
  const heading: Block = { kind: 'heading', level: 2, text: 'Аналоги' }
  if (forecast.comparables.length === 0) {
    return [heading, { kind: 'paragraph', text: 'Аналоги в отчёт не вошли.' }]
  }
  return [
    { kind: 'page-break' },
    heading,
    comparablesGrid(forecast),
    note(
      'Приведено — к новой квартире на этом участке того типа, на который аналог больше всего похож.',
    ),
    ...cutNote(MAX_COMPARABLES, forecast.comparables.length),
  ]
}

/** Where a table shows the first `shown` of `count` rows. */
function cutNote(shown: number, count: number): Block[] {
  if (count <= shown) return []
  return [note(`Показаны ${shown} из ${count}; остальные — в формате JSON.`)]
}

function comparablesGrid({ comparables }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { head: '№', align: 'end', widthMm: 8 },
      { head: 'Адрес', align: 'start' },
      { head: 'Дата', align: 'start', widthMm: 21 },
      { head: 'Квартира', align: 'end', widthMm: 22 },
      { head: 'Цена', align: 'end', widthMm: 28 },
      { head: 'Приведено, ₽/м²', align: 'end', widthMm: 22 },
      { head: 'Расстояние', align: 'end', widthMm: 20 },
    ],
    rows: comparables.slice(0, MAX_COMPARABLES).map((comparable, index) => ({
      cells: [
        { text: String(index + 1) },
        {
          text: addressText(comparable.address, MAX_ADDRESS_IN_TABLE_LENGTH),
          sub: houseOf(comparable),
        },
        { text: formatDate(comparable.date), sub: KIND[comparable.kind] },
        { text: formatAreaM2(comparable.area_m2), sub: roomsText(comparable.rooms) },
        {
          text: formatRub(comparable.price_rub),
          sub: formatRubPerM2(comparable.rub_per_m2),
        },
        { text: formatNumber(comparable.adjusted_rub_per_m2) },
        { text: formatDistanceM(comparable.distance_m) },
      ],
    })),
  }
}

/** `2021 г., 5/17 эт.`, as far as it is known. */
function houseOf({ year_built, floor, floors_total }: ForecastComparable): string {
  const parts = [year_built === null ? '' : `${year_built} г.`, storeyOf(floor, floors_total)]
  return parts.filter((part) => part !== '').join(', ')
}

/** A number alone would not say whether it is the flat's floor or the house's height. */
function storeyOf(floor: number | null, floorsTotal: number | null): string {
  if (floor === null) return floorsTotal === null ? '' : `${floorsTotal}-этажный дом`
  return floorsTotal === null ? `${floor}-й этаж` : `${floor}/${floorsTotal} эт.`
}

export function risksSection(forecast: Forecast): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Риски и недостающие данные' },
    forecast.warnings.length === 0
      ? { kind: 'paragraph', text: 'Модель не отметила ни рисков, ни пробелов в данных.' }
      : warningsGrid(forecast),
    ...cutNote(MAX_WARNINGS, forecast.warnings.length),
  ]
}

function warningsGrid({ warnings }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { head: '№', align: 'end', widthMm: 8 },
      { head: 'Риск или недостающие данные', align: 'start' },
    ],
    rows: warnings.slice(0, MAX_WARNINGS).map(({ text }, index) => ({
      cells: cellsOf(String(index + 1), outsideText(text, MAX_WARNING_LENGTH)),
    })),
  }
}

export function assumptionsSection(forecast: Forecast): Block[] {
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Допущения' },
    assumptionsGrid(forecast),
  ]
}

function assumptionsGrid({ assumptions, programme }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { head: 'Допущение', align: 'start', widthMm: 62 },
      { head: 'Значение', align: 'end', widthMm: 36 },
      { head: 'Источник', align: 'start' },
    ],
    rows: assumptions.map((assumption) => ({
      cells: cellsOf(
        assumptionName(assumption, programme.phases.count),
        assumptionValue(assumption),
        outsideText(assumption.source, MAX_SOURCE_LENGTH),
      ),
    })),
  }
}

export function methodSection({
  method,
  generated_at,
  report_id,
  rule_set,
  programme,
}: Forecast): Block[] {
  const paragraph = (lead: string, text: string): Block => ({ kind: 'paragraph', lead, text })
  return [
    // The assumptions of a project in phases leave too little of their page.
    ...(programme.phases.count > 1 ? [{ kind: 'page-break' } as const] : []),
    { kind: 'heading', level: 2, text: 'Как получен прогноз' },
    paragraph(
      'Участок и нормы.',
      'Граница участка сдвинута внутрь на отступ; площадь этажей — наименьшая из тех, что дают ' +
        'процент застройки, плотность, место внутри отступов и земля под стоянки и озеленение, при выгоднейшей ' +
        'этажности.',
    ),
    paragraph(
      'Цены и темп.',
      'Цены квартир даёт модель оценки; темп отраслевой, а при малом рынке рядом — ниже; продажи ' +
        'распределены по S-образной кривой, цена растёт по стадиям стройки.',
    ),
    paragraph(
      'Деньги.',
      'Поток считается по месяцам: участок, подготовка, строительство, расходы на продажу и проценты; ' +
        'кредит и раскрытие эскроу. NPV и IRR — из потока собственных средств застройщика.',
    ),
    paragraph(
      'Диапазоны.',
      'P10 и P90 — из прогонов с постоянным начальным числом: те же данные дают тот же отчёт.',
    ),
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Номер отчёта', value: report_id },
        { label: 'По состоянию на', value: formatDate(generated_at) },
        { label: 'Версия прогноза', value: outsideText(method.version, MAX_VERSION_LENGTH) },
        {
          label: 'Версия модели цен',
          value: outsideText(method.model_version, MAX_VERSION_LENGTH),
        },
        { label: 'Данные рынка по', value: formatDate(method.data_until) },
        { label: 'Набор норм', value: outsideText(rule_set.id, 60) },
      ],
    },
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Важно.',
      text: outsideText(method.disclaimer, MAX_TEXT_LENGTH),
    },
  ]
}

// The adjustments of the comparables in an estimate's report: one column per factor, so that each
// row multiplies to its price.
import { sumOf } from '../../numbers/sum.ts'
import { formatNumber, formatSignedPercent } from '../../text/russian-format.ts'
import type { Factor } from '../../valuation/wire/estimate-codes.ts'
import { type Block, cellsOf, type GridRow, note } from '../document.ts'
import { shorten } from '../plain-text.ts'
import { FACTOR, wordFor } from './estimate-words.ts'
import type { EstimateComparable, ReportedEstimate } from './reported-estimate.ts'

/** As many factor columns fit. More factors share one column, which holds their product. */
const MAX_FACTOR_COLUMNS = 9
/** From this price on its digits need the wider column. */
const DEAR_RUB = 1e11
const PRICE_MM = { usual: 20, dear: 26 }

export function adjustmentsSection(
  { value }: ReportedEstimate,
  comparables: EstimateComparable[],
): Block[] {
  const factors = factorColumns(comparables)
  const prices = comparables.flatMap((one) => [one.price_rub, one.adjusted_price_rub])
  const priceMm = Math.max(0, ...prices) < DEAR_RUB ? PRICE_MM.usual : PRICE_MM.dear
  return [
    { kind: 'heading', level: 2, text: 'Корректировки цен аналогов, %' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { head: '№', align: 'end', widthMm: 7 },
        { head: 'Цена, ₽', align: 'end', widthMm: priceMm },
        ...factors.map((factor) => ({ head: factor.title, align: 'end' as const })),
        { head: 'Итого', align: 'end', widthMm: 12 },
        { head: 'По модулю', align: 'end', widthMm: 13 },
        { head: 'Скорр. цена, ₽', align: 'end', widthMm: priceMm },
        { head: 'Вес, %', align: 'end', widthMm: 11 },
      ],
      rows: [
        ...comparables.map((comparable, index) => adjustmentsRow(index + 1, comparable, factors)),
        resultRow(value.market_rub, comparables, factors),
      ],
    },
    note(
      'Скорректированная цена — цена аналога, умноженная на (1 + корректировка) по каждому столбцу. ' +
        '«Итого» — совокупное изменение цены, «По модулю» — сумма корректировок без учёта знака. ' +
        'Внизу — средневзвешенное значение. Корректировки и веса округлены.' +
        (factors.some((factor) => factor.codes.length > 1)
          ? ' «Прочее» — произведение остальных, меньших корректировок.'
          : '') +
        holdingsText(factors),
    ),
  ]
}

/**
 * What columns hold beyond their titles, by factor. Without it they contradict the table of the
 * comparables, where flats of equal areas differ in `area` and those of one house in `location`.
 */
const HOLDINGS: Readonly<Partial<Record<string, string>>> = {
  area: 'с комнатами, кухней и жилой площадью',
  building: 'этажность, год, тип, класс, потолки',
  location: 'и прочее, в том числе цены похожих квартир вне таблицы, даже в том же доме',
} satisfies Partial<Record<Factor, string>>

function holdingsText(factors: readonly FactorColumn[]): string {
  const held = factors.flatMap(({ title, codes: [code = '', ...others] }) => {
    const words = Object.hasOwn(HOLDINGS, code) ? HOLDINGS[code] : undefined
    return words === undefined || others.length > 0 ? [] : [`«${title}» — ${words}`]
  })
  return held.length === 0 ? '' : ` ${held.join('; ')}.`
}

function adjustmentsRow(
  number: number,
  comparable: EstimateComparable,
  factors: FactorColumn[],
): GridRow {
  return {
    cells: cellsOf(
      String(number),
      formatNumber(comparable.price_rub),
      ...factors.map(({ codes }) => formatSignedPercent(fractionOf(comparable, codes))),
      formatSignedPercent(comparable.net_adjustment),
      formatNumber(comparable.gross_adjustment * 100, 1),
      formatNumber(comparable.adjusted_price_rub),
      formatNumber(comparable.weight * 100, 1),
    ),
  }
}

function resultRow(
  marketRub: number,
  comparables: EstimateComparable[],
  factors: FactorColumn[],
): GridRow {
  const weight = sumOf(comparables, (comparable) => comparable.weight)
  return {
    strong: true,
    cells: cellsOf(
      '',
      'Итог',
      ...factors.map(() => ''),
      '',
      '',
      formatNumber(marketRub),
      formatNumber(weight * 100, 1),
    ),
  }
}

/** The adjustment of the comparable for all of these factors together. */
function fractionOf({ adjustments }: EstimateComparable, codes: string[]): number | undefined {
  const hits = adjustments.filter(({ factor }) => codes.includes(factor))
  if (hits.length === 0) return undefined
  return hits.reduce((product, { fraction }) => product * (1 + fraction), 1) - 1
}

interface FactorColumn {
  title: string
  codes: string[]
}

/**
 * The factors that occur, in the order of their words; those of another version come last. If they
 * are too many, the smallest share one last column, which holds their product, so that each row
 * still multiplies to its price.
 */
function factorColumns(comparables: EstimateComparable[]): FactorColumn[] {
  const sizes = new Map<string, number>()
  for (const { adjustments } of comparables) {
    for (const { factor, fraction } of adjustments) {
      sizes.set(factor, (sizes.get(factor) ?? 0) + Math.abs(fraction))
    }
  }
  const known = Object.keys(FACTOR).filter((code) => sizes.has(code))
  const codes = [...known, ...[...sizes.keys()].filter((code) => !known.includes(code)).toSorted()]
  const bySize = codes.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  const own = codes.length <= MAX_FACTOR_COLUMNS ? codes : bySize.slice(0, MAX_FACTOR_COLUMNS - 1)
  const kept = new Set(own)
  const folded = codes.filter((code) => !kept.has(code))

  const columns: FactorColumn[] = codes
    .filter((code) => kept.has(code))
    .map((code) => ({ title: shorten(wordFor(FACTOR, code), 10), codes: [code] }))
  if (folded.length > 0) columns.push({ title: 'Прочее', codes: folded })
  return columns
}

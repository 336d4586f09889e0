// The trade-in offer in an estimate's report: the options side by side, or why there are none.
import { dateOf } from '../../iso-time.ts'
import {
  formatDate,
  formatNumber,
  formatPercent,
  formatRub,
  type Maybe,
  UNKNOWN,
} from '../../text/russian-format.ts'
import { INELIGIBLE_REASONS } from '../../valuation/wire/estimate-codes.ts'
import { type Block, cellsOf, type Grid, note } from '../document.ts'
import { formatDays, formatRubRange } from './estimate-format.ts'
import { FEE, OFFER, REASON, wordFor } from './estimate-words.ts'
import type { EstimateOffer, ReportedEstimate } from './reported-estimate.ts'

const MAX_OPTIONS = 4
const MAX_FEES = 10

/** The market value that the offer starts from: what the owner would get in a deal. */
export function dealPriceOf(offer: ReportedEstimate['trade_in']): Maybe<number> {
  return offer?.options?.find(({ kind }) => kind === 'market')?.payout_rub
}

export function tradeInSection({
  trade_in,
  value,
  valuation_date,
  created_at,
}: ReportedEstimate): Block[] {
  if (!trade_in) return []
  const options = (trade_in.options ?? []).slice(0, MAX_OPTIONS)
  const reasons = (trade_in.reasons ?? [])
    .slice(0, INELIGIBLE_REASONS.length)
    .map((code) => wordFor(REASON, code))
  const because = reasons.length === 1 ? 'Причина' : 'Причины'
  const why = reasons.length === 0 ? '' : ` ${because}: ${reasons.join('; ')}.`
  const heading: Block = { kind: 'heading', level: 2, text: 'Условия трейд-ин' }
  if (!trade_in.eligible || options.length === 0) {
    return [
      heading,
      { kind: 'paragraph', text: `По этой квартире предложение не сформировано.${why}` },
    ]
  }
  // The report's headline is then the price of an advert.
  const base = value.basis === 'ask' ? ` (цены сделки, ${formatRub(dealPriceOf(trade_in))})` : ''
  const isRaised = options.some(({ fees }) =>
    fees?.some(({ code, rub }) => code === 'bound' && (rub ?? 0) < 0),
  )
  const isPast = options.some(({ expires_at: until }) => until && until < dateOf(created_at))
  return [
    heading,
    offersGrid(options),
    note(
      `Удержания показаны долей рыночной стоимости${base} и суммой. Прочерк — удержания нет или ` +
        `срок не назначен.${isRaised ? ' Сумма с минусом — надбавка до наименьшей доли стоимости или до суммы выкупа.' : ''}${why}`,
    ),
    ...(isPast
      ? [
          note(
            `Оценка дана на прошлую дату, ${formatDate(valuation_date)}: предложение показано ` +
              'для сравнения и сегодня не действует.',
          ),
        ]
      : []),
  ]
}

/** The options side by side, one line per term and per fee that any of them takes. */
function offersGrid(options: EstimateOffer[]): Grid {
  const feeCodes = [
    ...new Set(options.flatMap((option) => (option.fees ?? []).map((fee) => fee.code))),
  ].slice(0, MAX_FEES)
  const line = (title: string, cellOf: (option: EstimateOffer) => string) => ({
    cells: cellsOf(title, ...options.map(cellOf)),
  })
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head: '', align: 'start', widthMm: 54 },
      ...options.map((option) => ({ head: wordFor(OFFER, option.kind), align: 'end' as const })),
    ],
    rows: [
      { ...line('К получению', (option) => formatRub(option.payout_rub)), strong: true },
      line('Возможный диапазон', (option) =>
        formatRubRange(option.payout_low_rub, option.payout_high_rub),
      ),
      line('Доля рыночной стоимости', (option) => formatPercent(option.share_of_market)),
      line('Срок получения денег', (option) => formatTerm(option.days_to_money)),
      ...feeCodes.map((code) =>
        line(wordFor(FEE, code), (option) => {
          const fee = option.fees?.find((candidate) => candidate.code === code)
          return fee ? formatFee(fee) : UNKNOWN
        }),
      ),
      // An owner's own sale is no offer that could end.
      line('Действует до', ({ kind, expires_at }) =>
        kind === 'market' ? UNKNOWN : formatDate(expires_at),
      ),
    ],
  }
}

function formatTerm(days: Maybe<number | [number, number]>): string {
  if (!Array.isArray(days)) return formatDays(days)
  return days[0] === days[1]
    ? formatDays(days[0])
    : `${formatNumber(days[0])}–${formatDays(days[1])}`
}

function formatFee({ fraction, rub }: { fraction?: Maybe<number>; rub?: Maybe<number> }): string {
  const parts = [formatPercent(fraction), formatRub(rub)].filter((part) => part !== UNKNOWN)
  return parts.length === 0 ? UNKNOWN : parts.join(' · ')
}

// A forecast as one Telegram message: the verdict, five numbers, what the costs are made of, what
// limits, three risks, and where the whole report is. Sends nothing, and knows no markup
// (telegram-markup.ts).
import type { Forecast, TelegramParseMode } from '../../siteplan/forecast/forecast.ts'
import { formatDate, formatPercent, formatRub } from '../../text/russian-format.ts'
import { addressText } from '../flat-words.ts'
import { DEMO_MARK } from '../page.ts'
import { outsideText } from '../plain-text.ts'
import { costsLine } from './cost-parts.ts'
import { type Figure, forecastFigures } from './forecast-figures.ts'
import { limitSentence, verdictOf } from './forecast-verdict.ts'
import { forecastTitle, SCENARIO, SENSITIVITY_INPUT } from './forecast-words.ts'
import { TELEGRAM_MARKUPS, type TelegramMarkup } from './telegram-markup.ts'

/** What a narrow phone shows of preformatted text without wrapping. */
export const MAX_PRE_COLUMNS = 34
const MAX_ADDRESS_LENGTH = 200
const MAX_RISK_LENGTH = 200
const RISKS = 3

/**
 * Every text from outside is cut before it is escaped, so that the message is far under Telegram's
 * bound (`MAX_MESSAGE_UNITS`) whatever the forecast says, and no tag, entity or character is cut.
 * Same forecast, same text.
 * @param publicUrl root of the service as readers reach it, such as `https://example.org`; without
 *   it no link
 */
export function telegramForecast(
  forecast: Forecast,
  publicUrl?: string,
  parseMode: TelegramParseMode = 'HTML',
): string {
  const { parcel, report_id, generated_at, is_demo, scenario } = forecast
  const mark = TELEGRAM_MARKUPS[parseMode]
  return [
    mark.bold(forecastTitle(forecast)),
    ...(is_demo ? [mark.bold(DEMO_MARK)] : []),
    mark.text(addressText(parcel.address, MAX_ADDRESS_LENGTH)),
    '',
    mark.text(verdictOf(forecast).join(' ')),
    '',
    mark.preformatted(figureLines(forecast).join('\n')),
    mark.text(costsLine(forecast)),
    '',
    mark.bold('Что ограничивает'),
    mark.text(limitSentence(forecast)),
    '',
    mark.bold('Риски'),
    ...risksOf(forecast).map((risk) => mark.text(`• ${risk}`)),
    '',
    reportLink(forecast, publicUrl, mark),
    mark.italic(
      `Отчёт ${report_id} по состоянию на ${formatDate(generated_at)}, сценарий ${SCENARIO[scenario]}`,
    ),
  ].join('\n')
}

/** Label and number at the two ends of a line; the ends of a band below them. */
function figureLines(forecast: Forecast): string[] {
  const { revenue, npv, irr, units, gfa } = forecastFigures(forecast)
  const { revenue_rub, npv_rub } = forecast.metrics
  return [
    line(revenue),
    line({ label: '  P10', value: formatRub(revenue_rub.p10) }),
    line({ label: '  P90', value: formatRub(revenue_rub.p90) }),
    line(npv),
    line({ label: '  P10', value: formatRub(npv_rub.p10) }),
    line({ label: '  P90', value: formatRub(npv_rub.p90) }),
    line(irr),
    line(units),
    line(gfa),
  ]
}

/** Both on one line, or the number on the next where they do not fit beside one another. */
function line({ label, value }: Figure): string {
  // Preformatted text keeps every space: those that do not break are copied badly.
  const plain = value.replace(/\s/g, ' ')
  const room = MAX_PRE_COLUMNS - label.length
  return plain.length < room
    ? label + plain.padStart(room)
    : `${label}\n${plain.padStart(MAX_PRE_COLUMNS)}`
}

/** What the model warns of; if that is fewer than three, what the result depends on most. */
function risksOf({ warnings, sensitivity }: Forecast): string[] {
  const warned = warnings
    // Said above already, in bold.
    .filter(({ code }) => code !== 'demo_data')
    .map(({ text }) => outsideText(text, MAX_RISK_LENGTH))
  const hangsOn = sensitivity.map(
    ({ input, change, npv_low_rub }) =>
      `${SENSITIVITY_INPUT[input]}: при изменении на ${formatPercent(change, 0)} в худшую сторону ` +
      `NPV составит ${formatRub(npv_low_rub)}.`,
  )
  return [...warned, ...hangsOn].slice(0, RISKS)
}

function reportLink(
  forecast: Forecast,
  publicUrl: string | undefined,
  mark: TelegramMarkup,
): string {
  const path = forecastPdfPath(forecast)
  return publicUrl === undefined
    ? `${mark.text('Отчёт в PDF: ')}${mark.code(path)}`
    : mark.link('Отчёт в PDF', publicUrl + path)
}

/** Where the service gives the same forecast as a PDF. */
function forecastPdfPath({ parcel, scenario, horizon_months }: Forecast): string {
  const number = encodeURIComponent(parcel.cadastral_number).replaceAll('%3A', ':')
  const query = `format=pdf&scenario=${scenario}&horizon_months=${horizon_months}`
  return `/api/v1/parcels/${number}/forecast/export?${query}`
}

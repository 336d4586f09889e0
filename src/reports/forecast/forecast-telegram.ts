// A forecast as one Telegram message in parse_mode HTML: the verdict, five numbers, what limits,
// three risks, and where the whole report is. Sends nothing.
import type { Forecast } from '../../siteplan/forecast.ts'
import { escapeAttribute, escapeHtml } from '../../telegram-html.ts'
import { DEMO_MARK } from '../page.ts'
import { outsideText } from '../plain-text.ts'
import { formatDate, formatPercent, formatRub } from '../russian-format.ts'
import { type Figure, forecastFigures } from './forecast-figures.ts'
import { forecastTitle, limitSentence } from './forecast-report.ts'
import { verdictOf } from './forecast-verdict.ts'
import { SCENARIO, SENSITIVITY_INPUT } from './forecast-words.ts'

/** What a narrow phone shows of preformatted text without wrapping. */
export const PRE_MOST_COLUMNS = 34
const LONGEST_ADDRESS = 200
const LONGEST_RISK = 200
const RISKS = 3

/**
 * Every text from outside is cut before it is escaped, so that the message is far under Telegram's
 * bound (`MESSAGE_MOST_UNITS`) whatever the forecast says, and no tag, entity or character is cut.
 * Same forecast, same text.
 * @param publicUrl root of the service as readers reach it, such as `https://example.org`; without
 *   it no link
 * @see https://core.telegram.org/bots/api#html-style
 */
export function telegramForecast(forecast: Forecast, publicUrl?: string): string {
  const { parcel, report_id, generated_at, is_demo, scenario } = forecast
  const address = outsideText(parcel.address, LONGEST_ADDRESS, 'Адрес не указан')
  return [
    `<b>${escapeHtml(forecastTitle(forecast))}</b>`,
    ...(is_demo ? [`<b>${escapeHtml(DEMO_MARK)}</b>`] : []),
    escapeHtml(address),
    '',
    verdictOf(forecast).map(escapeHtml).join(' '),
    '',
    `<pre>${escapeHtml(figureLines(forecast).join('\n'))}</pre>`,
    `<b>Что ограничивает</b>\n${escapeHtml(limitSentence(forecast))}`,
    '',
    '<b>Риски</b>',
    ...risksOf(forecast).map((risk) => `• ${escapeHtml(risk)}`),
    '',
    reportLink(forecast, publicUrl),
    `<i>Отчёт ${escapeHtml(report_id)} на ${formatDate(generated_at)}, сценарий ` +
      `${SCENARIO[scenario]}</i>`,
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

function line({ label, value }: Figure): string {
  // Preformatted text keeps every space: those that do not break are copied badly.
  const plain = value.replace(/\s/g, ' ')
  return label + plain.padStart(Math.max(plain.length + 1, PRE_MOST_COLUMNS - label.length))
}

/** What the model warns of; where that is less than three, what the result hangs on most. */
function risksOf({ warnings, sensitivity }: Forecast): string[] {
  const warned = warnings
    // Said above already, in bold.
    .filter(({ code }) => code !== 'demo_data')
    .map(({ text }) => outsideText(text, LONGEST_RISK))
  const hangsOn = sensitivity.map(
    ({ input, change, npv_low_rub }) =>
      `${SENSITIVITY_INPUT[input]}: при изменении на ${formatPercent(change, 0)} NPV может ` +
      `составить ${formatRub(npv_low_rub)}`,
  )
  return [...warned, ...hangsOn].slice(0, RISKS)
}

function reportLink(forecast: Forecast, publicUrl: string | undefined): string {
  const path = forecastPdfPath(forecast)
  return publicUrl === undefined
    ? `Отчёт в PDF: <code>${escapeHtml(path)}</code>`
    : `<a href="${escapeAttribute(publicUrl + path)}">Отчёт в PDF</a>`
}

/** Where the service gives the same forecast as a PDF. */
function forecastPdfPath({ parcel, scenario, horizon_months }: Forecast): string {
  const number = encodeURIComponent(parcel.cadastral_number).replaceAll('%3A', ':')
  const query = `format=pdf&scenario=${scenario}&horizon_months=${horizon_months}`
  return `/api/v1/parcels/${number}/forecast/export?${query}`
}

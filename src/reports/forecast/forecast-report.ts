// A sales forecast as a document: whether the site pays, what limits it, and from what it follows.
// The order of its sections; what each says is in the *-section(s).ts files beside it.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { formatDate } from '../../text/russian-format.ts'
import type { ReportDocument } from '../document.ts'
import { DEMO_MARK } from '../page.ts'
import {
  assumptionsSection,
  comparablesSection,
  methodSection,
  risksSection,
} from './basis-sections.ts'
import { forecastTitle } from './forecast-words.ts'
import { cashSection, monthlySection, uncertaintySection } from './money-sections.ts'
import { priceSection, salesSection } from './sales-sections.ts'
import { constraintsSection, parcelSection, programmeSection } from './site-sections.ts'
import { summarySection } from './summary-section.ts'

/** The report of one forecast. Same forecast, same document. */
export function forecastReport(forecast: Forecast): ReportDocument {
  const { parcel, report_id, generated_at, is_demo } = forecast
  return {
    id: report_id,
    title: forecastTitle(forecast),
    createdAt: generated_at,
    header: `По состоянию на ${formatDate(generated_at)}`,
    footer: `Отчёт ${report_id} · участок ${parcel.cadastral_number}`,
    mark: is_demo ? DEMO_MARK : undefined,
    blocks: [
      ...summarySection(forecast),
      ...parcelSection(forecast),
      ...constraintsSection(forecast),
      ...programmeSection(forecast),
      ...priceSection(forecast),
      ...salesSection(forecast),
      ...cashSection(forecast),
      ...uncertaintySection(forecast),
      ...comparablesSection(forecast),
      ...risksSection(forecast),
      ...assumptionsSection(forecast),
      ...methodSection(forecast),
      ...monthlySection(forecast),
    ],
  }
}

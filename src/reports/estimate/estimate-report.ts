// A stored estimate as a document for a client: its value, the reasons and the terms. Words, order
// and rounding are decided here and in the sections; numbers are the estimate's own.
import { formatDate } from '../../text/russian-format.ts'
import type { ReportDocument } from '../document.ts'
import { DEMO_MARK } from '../page.ts'
import { shorten } from '../plain-text.ts'
import { MAX_ID_LENGTH } from '../text-limits.ts'
import { adjustmentsSection } from './adjustments-section.ts'
import { comparablesSection, mapSection } from './comparables-sections.ts'
import { disclaimerSection, marketSection, methodSection } from './method-sections.ts'
import type { ReportedEstimate } from './reported-estimate.ts'
import { tradeInSection } from './trade-in-section.ts'
import { confidenceSection, subjectSection, TITLE, valueSection } from './value-sections.ts'

const MAX_COMPARABLES = 20

/**
 * The report of one estimate. Same estimate, same document.
 *
 * @param estimate with status `ok`; an `insufficient_data` outcome has no report
 */
export function estimateReport(estimate: ReportedEstimate): ReportDocument {
  const comparables = estimate.comparables.slice(0, MAX_COMPARABLES)
  const date = formatDate(estimate.valuation_date)
  return {
    id: shorten(estimate.id, MAX_ID_LENGTH),
    title: TITLE,
    createdAt: estimate.created_at,
    header: `Оценка на ${date}`,
    footer: `Оценка ${shorten(estimate.id, MAX_ID_LENGTH)}`,
    mark: estimate.demo ? DEMO_MARK : undefined,
    blocks: [
      ...valueSection(estimate, comparables),
      ...subjectSection(estimate),
      ...confidenceSection(estimate),
      ...tradeInSection(estimate),
      { kind: 'page-break', soft: true },
      ...mapSection(estimate.subject, comparables),
      ...comparablesSection(comparables),
      ...adjustmentsSection(estimate, comparables),
      ...marketSection(estimate.market),
      ...methodSection(estimate),
      ...disclaimerSection(estimate),
    ],
  }
}

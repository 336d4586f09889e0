// The task of printing one estimate, JSON text, as PDF.
import { createLazyPdf } from '../formats/lazy-pdf.ts'
import { estimateReport } from './estimate-report.ts'
import type { ReportedEstimate } from './reported-estimate.ts'

const pdf = createLazyPdf()

export default function printEstimate(estimate: string): Promise<Uint8Array> {
  return pdf(estimateReport(JSON.parse(estimate) as ReportedEstimate))
}

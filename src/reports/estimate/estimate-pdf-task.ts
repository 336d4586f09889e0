// The task of printing one estimate as PDF.
import { createPdfRenderer } from '../formats/pdf.ts'
import { estimateReport } from './estimate-report.ts'
import type { ReportedEstimate } from './reported-estimate.ts'

const renderPdf = createPdfRenderer()

export default function printEstimate({ estimate }: { estimate: string }): Uint8Array {
  return renderPdf(estimateReport(JSON.parse(estimate) as ReportedEstimate))
}

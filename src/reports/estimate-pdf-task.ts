// The task of printing one estimate as PDF.
import { estimateReport, type StoredEstimate } from './estimate-report.ts'
import { createPdfRenderer } from './pdf.ts'

const renderPdf = createPdfRenderer()

export default function printEstimate({ estimate }: { estimate: string }): Uint8Array {
  return renderPdf(estimateReport(JSON.parse(estimate) as StoredEstimate))
}

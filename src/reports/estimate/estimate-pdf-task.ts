// The task of printing one estimate as PDF.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createPdfRenderer } from '../formats/pdf.ts'
import { estimateReport } from './estimate-report.ts'
import type { ReportedEstimate } from './reported-estimate.ts'

const renderPdf = createPdfRenderer()

export default async function printEstimate({
  estimate,
}: {
  estimate: string
}): Promise<Uint8Array> {
  const pdf = renderPdf(estimateReport(JSON.parse(estimate) as ReportedEstimate))
  // The pool blocks its thread between tasks. Memory that typst lent is given back in a turn of the
  // thread's event loop: without one, a busy thread would keep 20 kB of every report.
  await turnOfTheLoop()
  return pdf
}

// Best layouts as a file of either of their formats.
import type { BestLayouts, LayoutsFormat } from '../../siteplan/layouts/layout.ts'
import type { LazyPdf } from '../formats/lazy-pdf.ts'
import { layoutsReport } from './layouts-report.ts'

/** Runs for up to a second: a service calls it through the site planner's thread. */
export async function layoutsFile(
  layouts: BestLayouts,
  format: LayoutsFormat,
  pdf: LazyPdf,
): Promise<Uint8Array> {
  switch (format) {
    case 'json':
      return new TextEncoder().encode(JSON.stringify(layouts))
    case 'pdf':
      return pdf(layoutsReport(layouts))
  }
}

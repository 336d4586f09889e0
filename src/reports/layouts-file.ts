// Best layouts as a file of either of their formats. The renderer is loaded when it is first asked for.
import type { BestLayouts } from '../siteplan/layout.ts'
import { layoutsReport } from './layouts-report.ts'

export type LayoutsFormat = 'json' | 'pdf'

/** Runs for up to a second: a service calls it through the site planner's thread. */
export async function layoutsFile(
  layouts: BestLayouts,
  format: LayoutsFormat,
): Promise<Uint8Array> {
  switch (format) {
    case 'json':
      return new TextEncoder().encode(JSON.stringify(layouts))
    case 'pdf': {
      const { renderPdf } = await import('./pdf-of-thread.ts')
      return renderPdf(layoutsReport(layouts))
    }
  }
}

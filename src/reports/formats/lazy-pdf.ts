// A PDF renderer that is set up when the first PDF is asked for: reading fonts takes a while, and
// most threads that could print never do.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { ReportDocument } from '../document.ts'

export type LazyPdf = (document: ReportDocument) => Promise<Uint8Array>

/** Keeps the renderer, and no state that a document could see. */
export function createLazyPdf(): LazyPdf {
  let pdf: ((document: ReportDocument) => Uint8Array) | undefined
  return async (document) => {
    if (!pdf) {
      const { createPdfRenderer } = await import('./pdf.ts')
      pdf ??= createPdfRenderer()
    }
    const bytes = pdf(document)
    // Memory that typst lent is given back in a turn of the thread's event loop: many documents in
    // a row would keep 20 kB each without one.
    await turnOfTheLoop()
    return bytes
  }
}

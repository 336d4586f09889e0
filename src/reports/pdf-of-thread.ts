// The one PDF renderer of a worker thread: setting it up reads fonts and takes half a second, so it
// is imported only where a PDF is asked for.
import { createPdfRenderer } from './pdf.ts'

export const renderPdf = createPdfRenderer()

// Entry of a worker thread that makes PDFs: `{ id, document }` in, `{ id, pdf }` or `{ id, error }` out.
// Knows no queue, deadline or file; whoever starts the thread has those.
import { parentPort } from 'node:worker_threads'
import type { ReportDocument } from './document.ts'
import { createPdfRenderer } from './pdf.ts'

/** `id` is the caller's own and comes back with the answer; answers keep the order of requests. */
export type PdfRequest = { id: number; document: ReportDocument }

export type PdfResponse =
  | { id: number; pdf: Uint8Array<ArrayBuffer> }
  | { id: number; error: string }

if (!parentPort) throw new Error('pdf-worker.ts runs in a worker thread: new Worker(url)')
const port = parentPort
const renderPdf = createPdfRenderer()

port.on('message', ({ id, document }: PdfRequest) => {
  try {
    const pdf = renderPdf(document)
    port.postMessage({ id, pdf } satisfies PdfResponse, [pdf.buffer])
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    port.postMessage({ id, error: message } satisfies PdfResponse)
  }
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { estimateReport } from '../../src/reports/estimate-report.ts'
import { createPdfRenderer } from '../../src/reports/pdf.ts'
import type { PdfRequest, PdfResponse } from '../../src/reports/pdf-worker.ts'
import { buildEstimate } from '../support/estimates.ts'

describe('the PDF worker', () => {
  const worker = new Worker(new URL('../../src/reports/pdf-worker.ts', import.meta.url))
  after(async () => {
    await worker.terminate()
  })

  async function ask(request: PdfRequest): Promise<PdfResponse> {
    worker.postMessage(request)
    const [response] = await once(worker, 'message')
    return response
  }

  it('answers under the request’s id with the bytes the renderer makes', async () => {
    const document = estimateReport(buildEstimate())
    const response = await ask({ id: 7, document })
    assert.equal(response.id, 7)
    assert.ok('pdf' in response)
    assert.deepEqual(new Uint8Array(response.pdf), createPdfRenderer()(document))
  })

  it('answers a document it cannot set with an error, and goes on', async () => {
    const document = estimateReport(buildEstimate())
    const broken = { ...document, blocks: [{ kind: 'hologram' } as never] }
    const refused = await ask({ id: 8, document: broken })
    assert.ok(refused.id === 8 && 'error' in refused)
    assert.match(refused.error, /hologram/)
    assert.ok('pdf' in (await ask({ id: 9, document })))
  })
})

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createEstimatePrinter } from '../../../src/reports/estimate/estimate-printer.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { TaskRefused } from '../../../src/threads/task-refused.ts'
import { buildEstimate } from '../../support/estimates.ts'

describe('the report printer', () => {
  const printer = createEstimatePrinter()
  after(() => printer.close())
  const stored = JSON.stringify(buildEstimate())

  it('makes in its thread the bytes that the renderer makes', async () => {
    const pdf = await printer.estimatePdf(stored)
    assert.deepEqual(new Uint8Array(pdf), createPdfRenderer()(estimateReport(buildEstimate())))
  })

  it('fails one broken estimate alone, and goes on', async () => {
    await assert.rejects(printer.estimatePdf('not JSON'))
    assert.ok((await printer.estimatePdf(stored)).length > 0)
  })

  it('makes no report whose caller has left the queue, and goes on with the one under way', async () => {
    const left = new AbortController()
    const underWay = printer.estimatePdf(stored, left.signal)
    const waiting = printer.estimatePdf(stored, left.signal)
    const next = printer.estimatePdf(stored)
    left.abort()
    await assert.rejects(waiting, TaskRefused)
    assert.ok((await underWay).length > 0)
    assert.ok((await next).length > 0)
  })

  it('refuses what finds its queue of 50 full, and makes what it took before', async () => {
    const left = new AbortController()
    const ask = (reports: number, gone?: AbortSignal) =>
      Array.from({ length: reports }, () => printer.estimatePdf(stored, gone))
    const taken = ask(2)
    // All but the one under way wait; these would take a second for each five.
    const waiting = ask(49, left.signal)
    for (const refused of ask(3)) await assert.rejects(refused, TaskRefused)
    left.abort()
    for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
    for (const bytes of await Promise.all(taken)) assert.ok(bytes.length > 0)
  })
})

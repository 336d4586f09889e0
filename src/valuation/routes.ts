// POST /api/v1/estimate, GET /api/v1/estimates, GET /api/v1/estimate/{id} and its report. Others'
// ids are as unknown as ids that never were.
import type { Static } from 'typebox'
import { DETAIL, ERROR_RESPONSES, refuse, refuseInvalid } from '../errors.ts'
import { callerOf } from '../gate/caller.ts'
import { findVisible, ownersVisibleTo } from '../gate/visibility.ts'
import { attachment, FileBytes, inMedia, JSON_UTF8, NAMED_FILE, PDF } from '../http/answer-media.ts'
import { goneSignal } from '../http/gone-signal.ts'
import { AFTER_BROKEN, PageQuery, pageOf, positionText, readPageRequest } from '../http/paging.ts'
import { IdParams } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import type { Registry } from '../identity/registry.ts'
import type { Counters } from '../metrics/counters.ts'
import type { CallerTurns } from '../threads/caller-turns.ts'
import { type CreateEstimateParts, createEstimate } from './create-estimate.ts'
import type { EstimateStore, ListedEstimate } from './estimate-store.ts'
import { EstimateRequest } from './wire/estimate-request.ts'
import { EstimateResponse, EstimateSummary } from './wire/estimate-schema.ts'

/** Of estimates: reports/estimate/ has the one there is. */
export interface ReportPrinter {
  /** @throws TaskRefused if too many reports are asked for at once, or if `gone` aborted */
  estimatePdf(estimate: string, gone: AbortSignal): Promise<Uint8Array>
}

interface EstimateRouteParts extends CreateEstimateParts {
  readonly store: EstimateStore
  readonly registry: Pick<Registry, 'teamOf'>
  readonly counters: Pick<Counters, 'estimates' | 'reportsExported'>
  readonly printer: ReportPrinter
  /** While a report is printed. */
  readonly printTurns: CallerTurns
}

const NOT_TO_BE_SEEN = 'No such estimate that the caller may see'

const FILE_NAMES = { plain: 'estimate', russian: 'оценка' } as const

export function mountEstimates(app: App, parts: EstimateRouteParts): void {
  mountMaking(app, parts)
  mountList(app, parts)
  mountReading(app, parts)
  mountReport(app, parts)
}

function mountMaking(app: App, parts: EstimateRouteParts): void {
  app.post<{ Body: EstimateRequest }>(
    '/api/v1/estimate',
    {
      schema: {
        operationId: 'createEstimate',
        summary: 'Estimate a flat’s value from comparable sales',
        tags: ['valuation'],
        body: EstimateRequest,
        response: { 200: EstimateResponse, ...ERROR_RESPONSES },
      },
      config: {
        answers: {
          422: 'A field breaks its rule, or the address may mean one place or another, which `detail` names',
          503: 'A database is out of reach, the first address index is still being built, the first model or one of an earlier date is still being fitted, or too many estimates wait, in all or, of earlier dates, of this caller',
        },
      },
    },
    async (request, reply) => {
      const outcome = await createEstimate(parts, callerOf(request), request.body)
      switch (outcome.kind) {
        case 'invalid':
          return refuseInvalid(reply, outcome.field, outcome.rule)
        case 'ambiguous':
          return refuseInvalid(
            reply,
            'address',
            `уточните адрес, возможно: ${outcome.candidates.join('; ')}`,
          )
        case 'created':
          return reply.type(JSON_UTF8).send(outcome.body)
      }
    },
  )
}

function mountList(app: App, { store, registry }: EstimateRouteParts): void {
  app.get<{ Querystring: Static<typeof PageQuery> }>(
    '/api/v1/estimates',
    {
      schema: {
        operationId: 'listEstimates',
        summary: 'Estimates of the caller, of their team, or of all, newest first',
        tags: ['valuation'],
        querystring: PageQuery,
        response: { 200: pageOf(EstimateSummary), ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const page = readPageRequest(request.query)
      if (!page) return refuse(reply, 422, AFTER_BROKEN)
      const owners = await ownersVisibleTo(callerOf(request), registry)
      const { items, next } = await store.list(owners, page)
      return reply.send({ items: items.map(summaryOf), next: positionText(next) })
    },
  )
}

/** Answers with the stored text, byte for byte. */
function mountReading(app: App, parts: EstimateRouteParts): void {
  app.get<{ Params: Static<typeof IdParams> }>(
    '/api/v1/estimate/:id',
    {
      schema: {
        operationId: 'getEstimate',
        summary: 'One estimate as it was made',
        tags: ['valuation'],
        params: IdParams,
        response: { 200: EstimateResponse, ...ERROR_RESPONSES },
      },
      config: { answers: { 404: NOT_TO_BE_SEEN } },
    },
    async (request, reply) => {
      const found = await findVisible(parts, request.params.id, callerOf(request))
      return found ? reply.type(JSON_UTF8).send(found.body) : refuse(reply, 404, DETAIL.notFound)
    },
  )
}

function mountReport(app: App, parts: EstimateRouteParts): void {
  app.get<{ Params: Static<typeof IdParams> }>(
    '/api/v1/estimate/:id/pdf',
    {
      schema: {
        operationId: 'getEstimatePdf',
        summary: 'The estimate as a report to hand over, PDF',
        tags: ['valuation'],
        params: IdParams,
        response: { 200: inMedia({ [PDF]: FileBytes }, NAMED_FILE), ...ERROR_RESPONSES },
      },
      config: {
        answers: {
          200: 'The report',
          404: NOT_TO_BE_SEEN,
          409: 'The estimate has no value to report',
          503: 'A database is out of reach, or too many reports wait, in all or of this caller',
        },
      },
    },
    async (request, reply) => {
      const found = await findVisible(parts, request.params.id, callerOf(request))
      if (!found) return refuse(reply, 404, DETAIL.notFound)
      if (found.status !== 'ok') {
        return refuse(reply, 409, 'данных для этой оценки не хватило, отчёт по ней не составляется')
      }
      const gone = goneSignal(reply)
      const pdf = await parts.printTurns.during(callerOf(request).username, () =>
        parts.printer.estimatePdf(found.body, gone),
      )
      // A HEAD request hands over no report, and whoever has hung up gets none.
      if (request.method === 'GET' && !gone.aborted) parts.counters.reportsExported.add()
      return reply
        .type(PDF)
        .header('content-disposition', attachment(FILE_NAMES, `-${found.id}.pdf`))
        .send(Buffer.from(pdf))
    },
  )
}

function summaryOf(listed: ListedEstimate): EstimateSummary {
  return {
    id: listed.id,
    status: listed.status,
    created_at: listed.createdAt,
    valuation_date: listed.valuationDate,
    owner: listed.owner,
    address: listed.address,
    area_m2: listed.areaM2,
    rooms: listed.rooms,
    market_rub: listed.marketRub,
    basis: listed.basis,
    level: listed.level,
    demo: listed.isDemo,
  }
}

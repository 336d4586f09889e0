// POST /api/v1/parcels/{cadastral_number}/best-layouts and its PDF: HTTP in, a file out. That
// nothing can be built is an answer like any other; only a report that was made is counted.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { DETAIL, ERROR_RESPONSES, refuse, refuseInvalid } from '../../errors.ts'
import { callerOf } from '../../gate/caller.ts'
import { FileBytes, inMedia, JSON_UTF8, NAMED_FILE, PDF } from '../../http/answer-media.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { keepingConnection } from '../../http/kept-connection.ts'
import type { App } from '../../http/server.ts'
import type { Counters } from '../../metrics/counters.ts'
import { ParcelParams } from '../../parcels/parcel-params.ts'
import type { RecentParcels } from '../../parcels/recent-parcels.ts'
import type { CallerTurns } from '../../threads/caller-turns.ts'
import { parcelAttachment } from '../download.ts'
import { TOO_LARGE } from '../largest-site.ts'
import { BUSY } from '../planning-turns.ts'
import type { Violation } from './check-layouts.ts'
import { exportLayouts, type LayoutParts, type MadeLayouts } from './export-layouts.ts'
import type { LayoutsFormat } from './layout.ts'
import { LayoutsRequest } from './request-body.ts'
import { BestLayoutsAnswer } from './schema.ts'

interface LayoutRouteParts extends LayoutParts {
  readonly turns: CallerTurns
  readonly recent: Pick<RecentParcels, 'recordAction'>
  readonly counters: Pick<Counters, 'siteplanReportsExported'>
  /** Called for each layout that the checker refused, with the rule that it breaks first. */
  readonly onRefused: (rule: Violation['broken']) => void
}

interface Route {
  Params: ParcelParams
  Body: LayoutsRequest
}

const ANSWERS = {
  404: 'No such parcel',
  409: 'The parcel is larger than layouts are made for',
  503: BUSY,
} as const

const SCHEMA = { tags: ['site planning'], params: ParcelParams, body: LayoutsRequest }

const TYPES: Readonly<Record<LayoutsFormat, string>> = {
  json: JSON_UTF8,
  pdf: PDF,
}

const FILE_NAMES = { plain: 'layouts', russian: 'варианты-застройки' } as const

export function mountLayouts(app: App, parts: LayoutRouteParts): void {
  app.post<Route>(
    '/api/v1/parcels/:cadastral_number/best-layouts',
    {
      config: { answers: { ...ANSWERS, 200: 'The layouts, or that none is feasible and why' } },
      schema: {
        ...SCHEMA,
        operationId: 'makeBestLayouts',
        summary: 'Ways to build on a parcel, each checked against the norms of its place',
        response: { 200: BestLayoutsAnswer, ...ERROR_RESPONSES },
      },
    },
    (request, reply) => answer(parts, request, reply, 'json'),
  )

  app.post<Route>(
    '/api/v1/parcels/:cadastral_number/best-layouts/pdf',
    {
      config: { answers: { ...ANSWERS, 200: 'The same layouts drawn to scale, PDF' } },
      schema: {
        ...SCHEMA,
        operationId: 'makeBestLayoutsPdf',
        summary: 'The best layouts as a report: plans, indicators, checks, sun and massing',
        response: { 200: inMedia({ [TYPES.pdf]: FileBytes }, NAMED_FILE), ...ERROR_RESPONSES },
      },
    },
    (request, reply) => answer(parts, request, reply, 'pdf'),
  )
}

async function answer(
  parts: LayoutRouteParts,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  format: LayoutsFormat,
) {
  const { username } = callerOf(request)
  const { cadastral_number: asked } = request.params
  const question = { cadastralNumber: asked, wishes: request.body, format }
  const outcome = await parts.turns.during(username, () =>
    keepingConnection(reply, () => exportLayouts(parts, question, goneSignal(reply))),
  )
  switch (outcome.kind) {
    case 'unknown_parcel':
      return refuse(reply, 404, DETAIL.notFound)
    case 'too_large':
      return refuse(reply, 409, TOO_LARGE)
    case 'invalid':
      return refuseInvalid(reply, outcome.field, outcome.rule)
    case 'made': {
      const { cadastralNumber } = outcome
      reportRefused(parts, request.log, outcome)
      if (format === 'pdf') parts.counters.siteplanReportsExported.add('pdf')
      await parts.recent.recordAction(username, cadastralNumber, 'layouts')
      reply.type(TYPES[format])
      if (format === 'pdf') {
        reply.header('content-disposition', parcelAttachment(FILE_NAMES, cadastralNumber, 'pdf'))
      }
      return reply.send(Buffer.from(outcome.file))
    }
  }
}

/** A refusal is a fault of the solver: the operator learns of each, the caller of none. */
function reportRefused(
  { onRefused }: Pick<LayoutRouteParts, 'onRefused'>,
  log: FastifyBaseLogger,
  { cadastralNumber, refused }: Pick<MadeLayouts, 'cadastralNumber' | 'refused'>,
): void {
  for (const [option, violations] of Map.groupBy(refused, ({ option }) => option)) {
    onRefused(violations[0]?.broken ?? 'options')
    log.error({ cadastralNumber, option, violations }, 'the checker refused a layout')
  }
}

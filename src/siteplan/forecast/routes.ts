// GET /api/v1/parcels/{cadastral_number}/forecast/export: HTTP in, a file out. What the file says
// is the model's and the renderers'.
import { type Static, type TSchema, Type } from 'typebox'
import { DETAIL, ERROR_RESPONSES, refuse } from '../../errors.ts'
import { callerOf } from '../../gate/caller.ts'
import { FileBytes, inMedia, JSON_UTF8, NAMED_FILE, PDF } from '../../http/answer-media.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { keepingConnection } from '../../http/kept-connection.ts'
import type { App } from '../../http/server.ts'
import type { Counters } from '../../metrics/counters.ts'
import { BINDING_RULE } from '../../norms/rule-words.ts'
import { ParcelParams } from '../../parcels/parcel-params.ts'
import type { RecentParcels } from '../../parcels/recent-parcels.ts'
import { formatDate } from '../../text/russian-format.ts'
import type { CallerTurns } from '../../threads/caller-turns.ts'
import { parcelAttachment } from '../download.ts'
import { MAX_SITE_HA, TOO_LARGE } from '../largest-site.ts'
import { BUSY } from '../planning-turns.ts'
import type { NoEvidence } from '../price-evidence.ts'
import { type ExportParts, exportForecast } from './export-forecast.ts'
import type { ForecastFormat } from './forecast.ts'
import { ForecastQuery, ForecastSchema } from './schema.ts'

interface ForecastRouteParts extends ExportParts {
  readonly turns: CallerTurns
  readonly recent: Pick<RecentParcels, 'recordAction'>
  readonly counters: Pick<Counters, 'siteplanReportsExported'>
}

interface FileForm {
  /** With its charset. */
  readonly type: string
  readonly ending: string
  readonly schema: TSchema
}

const FILES: Readonly<Record<ForecastFormat, FileForm>> = {
  md: { type: 'text/markdown; charset=utf-8', ending: 'md', schema: Type.String() },
  json: { type: JSON_UTF8, ending: 'json', schema: ForecastSchema },
  // Markup for a messenger, not for a browser.
  tg: { type: 'text/plain; charset=utf-8', ending: 'telegram.txt', schema: Type.String() },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: 'docx',
    schema: FileBytes,
  },
  pptx: {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ending: 'pptx',
    schema: FileBytes,
  },
  pdf: { type: PDF, ending: 'pdf', schema: FileBytes },
}

const FILE_SCHEMAS = Object.fromEntries(
  Object.values(FILES).map(({ type, schema }) => [type.replace(/;.*/, ''), schema]),
)

const FILE_NAMES = { plain: 'forecast', russian: 'прогноз' } as const

export function mountForecasts(app: App, parts: ForecastRouteParts): void {
  app.get<{ Params: ParcelParams; Querystring: Static<typeof ForecastQuery> }>(
    '/api/v1/parcels/:cadastral_number/forecast/export',
    {
      config: {
        answers: {
          200: 'The file; the same question on the same day and data gives the same bytes',
          404: 'No such parcel',
          409: `No market evidence to price flats from, no room on the parcel for a single house, or a parcel of more than ${MAX_SITE_HA} ha`,
          503: BUSY,
        },
      },
      schema: {
        operationId: 'exportForecast',
        summary:
          'A parcel’s sales forecast as a file: Markdown, JSON, Telegram, Word, PowerPoint or PDF',
        tags: ['site planning'],
        params: ParcelParams,
        querystring: ForecastQuery,
        response: { 200: inMedia(FILE_SCHEMAS, NAMED_FILE), ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const { cadastral_number: cadastralNumber } = request.params
      const { format, scenario, horizon_months: horizonMonths } = request.query
      const form = { format, parseMode: request.query.parse_mode }
      const { username } = callerOf(request)
      const question = { cadastralNumber, form, scenario, horizonMonths }
      const outcome = await parts.turns.during(username, () =>
        keepingConnection(reply, () => exportForecast(parts, question, goneSignal(reply))),
      )
      switch (outcome.kind) {
        case 'unknown_parcel':
          return refuse(reply, 404, DETAIL.notFound)
        case 'too_large':
          return refuse(reply, 409, TOO_LARGE)
        case 'no_evidence':
          return refuse(reply, 409, `${whyNoEvidence(outcome)}, прогноз не составляется`)
        case 'nothing_fits':
          return refuse(
            reply,
            409,
            `по нормам на участке нельзя построить ни одного дома: мешает ${BINDING_RULE[outcome.bindingRule]}`,
          )
        case 'made': {
          // HEAD comes here too and hands over nothing.
          if (request.method === 'GET') {
            parts.counters.siteplanReportsExported.add(format)
            await parts.recent.recordAction(username, outcome.cadastralNumber, 'forecast')
          }
          const { type, ending } = FILES[format]
          return reply
            .type(type)
            .header(
              'content-disposition',
              parcelAttachment(FILE_NAMES, outcome.cadastralNumber, ending),
            )
            .send(Buffer.from(outcome.file))
        }
      }
    },
  )
}

/** `scarce` covers both cases: nothing is near, or all of it is too old. */
function whyNoEvidence({ reason, dataUntil }: NoEvidence): string {
  switch (reason) {
    case 'stale':
      return `рыночные данные устарели (последние от ${formatDate(dataUntil)})`
    case 'dispersed':
      return 'цены рядом с участком слишком разнятся'
    case 'scarce':
      return 'рядом с участком не хватает свежих рыночных данных'
  }
}

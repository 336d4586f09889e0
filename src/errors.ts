// Error answers: the texts that several parts give, and how a thrown error becomes one. The body is
// `{ detail }` and never holds a stack, SQL, a path or the value that was sent.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { atMostEvery, type Clock } from './clock.ts'
import { DatabaseUnavailable } from './db/faults.ts'
import { JSON_UTF8 } from './http/answer-media.ts'
import { describeBroken, describeInvalid, type FieldPlace } from './http/validation-texts.ts'
import {
  OwnWorkUnderWay,
  StillBeingMade,
  TaskRefused,
  TookTooLong,
} from './threads/task-refused.ts'

export const DETAIL = {
  notJson: 'тело запроса должно быть в формате JSON',
  tooManyValues: 'в теле запроса слишком много значений',
  emptyBody: 'тело запроса пустое, ожидается JSON',
  badRequest: 'запрос составлен неверно',
  signInRequired: 'требуется вход',
  forbidden: 'недостаточно прав',
  notFound: 'не найдено',
  methodNotAllowed: 'метод не поддерживается',
  requestTimeout: 'запрос не получен вовремя, повторите его',
  bodyTooLarge: 'тело запроса слишком большое',
  unsupportedMediaType: 'ожидается тело типа application/json',
  unsupportedEncoding: 'ожидается тело без Content-Encoding',
  estimateUnknown: describeBroken('estimate_id', 'нет оценки с таким идентификатором'),
  tooManyRequests: 'слишком много запросов, попробуйте позже',
  headersTooLarge: 'заголовки запроса слишком большие',
  internal: 'внутренняя ошибка сервиса',
  ownWorkUnderWay: 'ваши прежние запросы ещё выполняются, попробуйте позже',
  stillBeingMade: 'данные для ответа ещё готовятся, попробуйте позже',
  tookTooLong: 'расчёт занял слишком много времени и прерван, попробуйте позже',
  unavailable: 'сервис временно недоступен, попробуйте позже',
} as const

/** Seconds after which a caller may try again: a database is out of reach, or a thread too busy. */
export const UNAVAILABLE_RETRY_S = 5

/** The schema of every error body but the expired-access one. */
export const ErrorBody = Type.Object(
  { detail: Type.String() },
  { $id: 'ErrorBody', description: 'What went wrong, for people' },
)

/** For the `response` of every route: whatever error it answers has that body. */
export const ERROR_RESPONSES = { '4xx': ErrorBody, '5xx': ErrorBody } as const

function sendDetail(
  reply: FastifyReply,
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  return reply.code(status).headers(headers).type(JSON_UTF8).send({ detail })
}

/** Any status but those that owe the caller a time to wait: they are for `refuseForNow`. */
type LastingStatus<Status extends number> = Status extends 429 | 503 ? never : Status

export function refuse<Status extends number>(
  reply: FastifyReply,
  status: LastingStatus<Status>,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return sendDetail(reply, status, detail, headers)
}

/** Refuses a request that may be sent again after so many whole seconds. */
export function refuseForNow(
  reply: FastifyReply,
  status: 429 | 503,
  detail: string,
  retryAfterS: number,
): FastifyReply {
  return sendDetail(reply, status, detail, { 'retry-after': String(retryAfterS) })
}

/** Refuses a request whose field breaks a rule that no schema can state. */
export function refuseInvalid(
  reply: FastifyReply,
  field: string,
  rule: string,
  place?: FieldPlace,
): FastifyReply {
  return refuse(reply, 422, describeBroken(field, rule, place))
}

/** The code of a body with a content coding (RFC 9110, 8.4), none of which is decoded here. */
export const ENCODED_BODY = 'ENCODED_BODY'

/** The code of a body with so many values that parsing it would hold up everybody. */
export const TOO_MANY_VALUES = 'TOO_MANY_VALUES'

/** The answers to Fastify's own refusals; every other one with a 4xx status is a bad request. */
const KNOWN_CODES: Readonly<
  Record<string, readonly [status: number, detail: string, headers?: Record<string, string>]>
> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, DETAIL.notJson],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, DETAIL.emptyBody],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, DETAIL.bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, DETAIL.unsupportedMediaType],
  [TOO_MANY_VALUES]: [400, DETAIL.tooManyValues],
  [ENCODED_BODY]: [415, DETAIL.unsupportedEncoding, { 'accept-encoding': 'identity' }],
  // A path that leads out of the folder of /docs, answered like any unknown path.
  FST_STATIC_FORBIDDEN_PATH: [404, DETAIL.notFound],
}

/**
 * While a database is unreachable every request fails on it, those of strangers with made-up
 * sessions too, so the log gets a line at most this often.
 */
const UNREACHABLE_LOG_INTERVAL_MS = 1000

type AnswerError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

export function errorAnswers(clock: Pick<Clock, 'nowMs'>): AnswerError {
  const isTimeToLog = atMostEvery(clock, UNREACHABLE_LOG_INTERVAL_MS)
  const logUnreachable = (error: DatabaseUnavailable, { log, routeOptions }: FastifyRequest) => {
    if (isTimeToLog()) log.warn({ err: error, route: routeOptions.url }, 'database out of reach')
  }

  return (error, request, reply) => {
    if (error.validation) {
      const query = request.query as Record<string, unknown>
      return error.validationContext === 'body' && request.body === undefined
        ? refuse(reply, 400, DETAIL.emptyBody)
        : refuse(reply, 422, describeInvalid(error.validation, error.validationContext, query))
    }
    const known = KNOWN_CODES[error.code]
    if (known) return refuse(reply, ...known)
    if (error instanceof DatabaseUnavailable) {
      logUnreachable(error, request)
      return refuseForNow(reply, 503, DETAIL.unavailable, UNAVAILABLE_RETRY_S)
    }
    if (error instanceof TaskRefused) {
      // Work that was cancelled because its caller hung up refuses nobody.
      if (!reply.raw.destroyed) {
        request.log.warn({ reason: error.message, route: request.routeOptions.url }, 'work refused')
      }
      return refuseForNow(reply, 503, detailOfRefused(error), UNAVAILABLE_RETRY_S)
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return refuse(reply, status, DETAIL.badRequest)
    request.log.error({ err: error, route: request.routeOptions.url }, 'fault while answering')
    return refuse(reply, 500, DETAIL.internal)
  }
}

function detailOfRefused(error: TaskRefused): string {
  if (error instanceof OwnWorkUnderWay) return DETAIL.ownWorkUnderWay
  if (error instanceof StillBeingMade) return DETAIL.stillBeingMade
  return error instanceof TookTooLong ? DETAIL.tookTooLong : DETAIL.unavailable
}

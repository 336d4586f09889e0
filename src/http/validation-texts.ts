// Says in Russian which field of a request breaks which rule, and never repeats the value.
import type { FastifySchemaValidationError } from 'fastify'
import { CADASTRAL_NUMBER, ISO_DATE, MONTH_DAY, NOT_BLANK } from './validation-formats.ts'

/**
 * `поле username: не длиннее 64 символов`
 * @param query as it was sent
 */
export function describeInvalid(
  faults: readonly FastifySchemaValidationError[],
  context: string | undefined,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const fault = faults[0]
  if (!fault) return 'запрос не соответствует описанию'
  const field = fieldOf(fault)
  const isRepeated = context === 'querystring' && Array.isArray(query[field])
  const rule = isRepeated ? 'допустимо только одно значение' : ruleOf(fault)
  if (field === '') return `тело запроса: ${rule}`
  return describeBroken(field, rule, PLACES[context ?? ''])
}

/** Where in a request a field stands: in the body, the path or query, or the headers. */
export type FieldPlace = 'поле' | 'параметр' | 'заголовок'

/** The same form for a rule that a schema cannot state. */
export function describeBroken(field: string, rule: string, place: FieldPlace = 'поле'): string {
  return `${place} ${field}: ${rule}`
}

const PLACES: Readonly<Record<string, FieldPlace>> = {
  querystring: 'параметр',
  params: 'параметр',
  headers: 'заголовок',
}

/** What a format asks for; the formats themselves stand in validation-formats.ts. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  uuid: 'идентификатором UUID',
  email: 'адресом электронной почты',
}

/** What a pattern asks for. */
const PATTERN_RULES: Readonly<Record<string, string>> = {
  [NOT_BLANK]: 'не может быть пустым',
  [ISO_DATE]: 'должно быть датой вида ГГГГ-ММ-ДД',
  [MONTH_DAY]: 'должно быть днём года вида ММ-ДД',
  [CADASTRAL_NUMBER]: 'должно быть кадастровым номером вида 38:36:000021:1234',
}

function fieldOf({ keyword, instancePath, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.')
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'строкой',
  number: 'числом',
  integer: 'целым числом',
  boolean: 'логическим значением',
  object: 'объектом',
  array: 'списком',
  null: 'пустым значением',
}

function ruleOf({ keyword, params }: FastifySchemaValidationError): string {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return 'обязательно'
    case 'type':
      return `должно быть ${[params.type].flat().map(typeName).join(' или ')}`
    case 'minLength':
      return `не короче ${limit} ${genitive(limit, 'символа', 'символов')}`
    case 'maxLength':
      return `не длиннее ${limit} ${genitive(limit, 'символа', 'символов')}`
    case 'minimum':
      return `не меньше ${limit}`
    case 'maximum':
      return `не больше ${limit}`
    case 'exclusiveMinimum':
      return `больше ${limit}`
    case 'exclusiveMaximum':
      return `меньше ${limit}`
    case 'minItems':
      return `не меньше ${limit} ${genitive(limit, 'элемента', 'элементов')}`
    case 'maxItems':
      return `не больше ${limit} ${genitive(limit, 'элемента', 'элементов')}`
    case 'enum':
      return `допустимы только ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `допустимо только ${String(params.allowedValue)}`
    case 'pattern':
      return PATTERN_RULES[String(params.pattern)] ?? 'не соответствует формату'
    case 'format':
      return `должно быть ${FORMAT_NAMES[String(params.format)] ?? 'другого формата'}`
    case 'uniqueItems':
      return 'повторы не допускаются'
    case 'additionalProperties':
      return unknownName(String(params.additionalProperty))
    default:
      return 'недопустимое значение'
  }
}

/** What a name from outside must look like to be repeated. */
const PLAIN_NAME = /^[\w.-]{1,40}$/

function unknownName(name: string): string {
  return `есть неизвестное имя поля${PLAIN_NAME.test(name) ? ` ${name}` : ''}`
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type)
}

/** After «не короче», «не длиннее»: the genitive, singular only for 1, 21, 31 … */
function genitive(count: number, one: string, many: string): string {
  return count % 10 === 1 && count % 100 !== 11 ? one : many
}

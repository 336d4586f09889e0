// Says in Russian which field of a request breaks which rule, and never repeats the value.
import type { FastifySchemaValidationError } from 'fastify'
import { formatShort, NO_BREAK_SPACE, nounAfter } from '../text/russian-format.ts'
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

/**
 * The same form for a rule that a schema cannot state.
 * @param rule agrees with no place in gender: "ожидается", "нужно", "не больше", "не может быть"
 */
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
  uuid: 'идентификатор UUID',
  'idn-email': 'адрес электронной почты',
}

const NOT_EMPTY = 'не может быть пустым'

/** What a pattern asks for. */
const PATTERN_RULES: Readonly<Record<string, string>> = {
  [NOT_BLANK]: NOT_EMPTY,
  [ISO_DATE]: 'ожидается дата вида ГГГГ-ММ-ДД',
  [MONTH_DAY]: 'ожидается день года вида ММ-ДД',
  [CADASTRAL_NUMBER]: 'ожидается кадастровый номер вида 38:36:000021:1234',
}

function fieldOf({ keyword, instancePath, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.')
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'строка',
  number: 'число',
  integer: 'целое число',
  boolean: 'true или false',
  object: 'объект',
  array: 'список',
  null: 'null',
}

function ruleOf({ keyword, params }: FastifySchemaValidationError): string {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return 'нужно указать'
    case 'type':
      return `ожидается ${[params.type].flat().map(typeName).join(' или ')}`
    case 'minLength':
      return limit === 1 ? NOT_EMPTY : `не короче ${countText(limit, 'символа', 'символов')}`
    case 'maxLength':
      return `не длиннее ${countText(limit, 'символа', 'символов')}`
    case 'minimum':
      return `не меньше ${limitText(limit)}`
    case 'maximum':
      return `не больше ${limitText(limit)}`
    case 'minItems':
      return limit === 1 ? NOT_EMPTY : `не меньше ${countText(limit, 'элемента', 'элементов')}`
    case 'maxItems':
      return `не больше ${countText(limit, 'элемента', 'элементов')}`
    case 'enum':
      // As they are sent: with a decimal point.
      return `допустимы только ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `допустимо только ${String(params.allowedValue)}`
    case 'pattern':
      return PATTERN_RULES[String(params.pattern)] ?? 'не соответствует формату'
    case 'format':
      return `ожидается ${FORMAT_NAMES[String(params.format)] ?? 'другой формат'}`
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
  return `есть неизвестное поле${PLAIN_NAME.test(name) ? ` ${name}` : ''}`
}

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type)
}

/** `2 147 483 647`, `2,5`, `−90`; what may be a year is not grouped: `1950`. */
function limitText(limit: number): string {
  const text = formatShort(limit, 6)
  return Math.abs(limit) < 10_000 ? text.replaceAll(NO_BREAK_SPACE, '') : text
}

/** After «не короче», «не длиннее»: the noun in the genitive. */
function countText(limit: number, one: string, many: string): string {
  return `${limitText(limit)} ${nounAfter(limit, one, many, many)}`
}

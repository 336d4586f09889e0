// What a request holds: a body is JSON in UTF-8 and keeps its types, a query has numbers written in
// decimal. Which fields there are stands in the schemas beside the routes; what is said of a broken
// one in validation-texts.ts.
import { Ajv, type ValidateFunction } from 'ajv'
import { ENCODED_BODY, TOO_MANY_VALUES } from '../errors.ts'
import { textOfUtf8 } from '../text/utf8-text.ts'
import { onFirstUse } from './on-first-use.ts'
import type { App } from './server.ts'
import { FORMATS } from './validation-formats.ts'

/** Takes JSON in strict UTF-8, as it is; a body of another type is refused unread. */
export function acceptOnlyJson(app: App): void {
  // `__proto__` and `constructor.prototype` of a body are ignored like any field without a meaning.
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const refuse = (code: string) => done(Object.assign(new Error(code), { code }))
    if (isEncoded(request.headers['content-encoding'])) return refuse(ENCODED_BODY)
    if (hasTooManyValues(body as Buffer)) return refuse(TOO_MANY_VALUES)
    const text = textOfUtf8(body as Buffer)
    if (text === undefined) return refuse('FST_ERR_CTP_INVALID_JSON_BODY')
    void parseJson(request, text, done)
  })
}

/** Whether a list of content codings names one that changes the body. */
function isEncoded(codings = ''): boolean {
  return codings.split(',').some((coding) => !/^\s*(identity)?\s*$/i.test(coding))
}

/**
 * Values of a body at most, counted by their brackets and commas: far more than any form has. A
 * body of nothing else takes 200 times as long to parse as one long string, on the thread that
 * answers everybody.
 */
const MAX_VALUES = 10_000

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** Counts brackets and commas outside strings, without parsing the JSON. */
function hasTooManyValues(body: Buffer): boolean {
  if (body.length <= MAX_VALUES) return false
  let values = 0
  let isInString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isInString = !isInString
    else if (!isInString) values += Number(byte === COMMA || byte === BRACKET || byte === BRACE)
    else if (byte === BACKSLASH) at += 1
  }
  return values > MAX_VALUES
}

/** A body's fields keep their types. A query string has only text: numbers are read from it. */
export function validateWithoutCoercion(app: App): void {
  const options = {
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    ownProperties: true,
    coerceTypes: false,
    formats: FORMATS,
    // They are ours and held to it by a test; compiling the schema of schemas takes longer than
    // all.
    validateSchema: false,
  }
  const forBodies = new Ajv(options)
  // Not strict about numbers: strictness would exempt the infinite `1e999` from every bound.
  const forText = new Ajv({ ...options, strictNumbers: false })
  app.setValidatorCompiler<ObjectSchema>(({ schema, httpPart }) =>
    httpPart === 'body'
      ? onFirstUse(() => brokenRulesBy(forBodies.compile(schema)))
      : onFirstUse(() => {
          const brokenRules = brokenRulesBy(forText.compile(schema))
          const numeric = numericFieldsOf(schema)
          return (fields) => {
            readNumbers(fields, numeric)
            return brokenRules(fields)
          }
        }),
  )
}

type Fields = Record<string, unknown>

/** In the form that Fastify takes: true, or an error of what is broken. */
function brokenRulesBy(validate: ValidateFunction) {
  return (fields: Fields) => validate(fields) || { error: [...(validate.errors ?? [])] }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
}

function numericFieldsOf({ properties = {} }: ObjectSchema): readonly string[] {
  const isNumeric = (type: unknown) => type === 'number' || type === 'integer'
  return Object.keys(properties).filter((name) => isNumeric(properties[name]?.type))
}

/** As programs write it, `-0.5` or `5e-7`; never `0x10` or ` 10`, which JavaScript reads too. */
const DECIMAL = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i

/** Replaces numeric text by its number; any other text is left for the schema to refuse. */
function readNumbers(fields: Fields, names: readonly string[]): void {
  for (const name of names) {
    const text = fields[name]
    if (typeof text === 'string' && DECIMAL.test(text)) fields[name] = Number(text)
  }
}

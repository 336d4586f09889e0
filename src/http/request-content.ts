// What a request holds: a body is JSON in UTF-8 and keeps its types, a query has numbers written in
// decimal. Which fields there are stands in the schemas beside the routes; what is said of a broken
// one in validation-texts.ts.
import { Ajv, type ValidateFunction } from 'ajv'
import { ENCODED_BODY, PIECEMEAL_BODY } from '../errors.ts'
import { onFirstUse } from './on-first-use.ts'
import type { App } from './server.ts'
import { FORMATS } from './validation-formats.ts'

/** Takes JSON in strict UTF-8, as it is; a body of another type is refused unread. */
export function acceptOnlyJson(app: App): void {
  // `__proto__` and `constructor.prototype` of a body are ignored like any field without a meaning.
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const refuse = (code: string) => done(Object.assign(new Error(code), { code }))
    if (isEncoded(request.headers['content-encoding'])) return refuse(ENCODED_BODY)
    if (isPiecemeal(body as Buffer)) return refuse(PIECEMEAL_BODY)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return refuse('FST_ERR_CTP_INVALID_JSON_BODY')
    }
    void parseJson(request, text, done)
  })
}

/** Whether a list of content codings names one that changes the body. */
function isEncoded(codings = ''): boolean {
  return codings.split(',').some((coding) => !/^\s*(identity)?\s*$/i.test(coding))
}

/**
 * Brackets and commas of a body at most, far more than any form has. A body of nothing else takes 200
 * times as long to read as one long text, on the thread that answers everybody.
 */
const MAX_PIECES = 10_000

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** Whether the JSON has more pieces than that outside its texts. */
function isPiecemeal(body: Buffer): boolean {
  if (body.length <= MAX_PIECES) return false
  let pieces = 0
  let isInText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isInText = !isInText
    else if (!isInText) pieces += Number(byte === COMMA || byte === BRACKET || byte === BRACE)
    else if (byte === BACKSLASH) at += 1
  }
  return pieces > MAX_PIECES
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

/** Puts numbers in the place of their text; what is none stays for the schema to refuse. */
function readNumbers(fields: Fields, names: readonly string[]): void {
  for (const name of names) {
    const text = fields[name]
    if (typeof text === 'string' && DECIMAL.test(text)) fields[name] = Number(text)
  }
}

// The kinds of settings: how a text of the environment becomes a value, and which texts are
// allowed. Never here: which settings there are (the other files of this folder).

/** How one setting is read. `read` throws a `Fault` whose message never repeats the value. */
export interface Setting<T> {
  readonly variable: string
  /** As a user would write it; `undefined` when the setting is unset by default. */
  readonly fallback: string | undefined
  /** Shown in the documentation where the default depends on the machine. */
  readonly fallbackNote?: string
  readonly allowed: string
  readonly doc: string
  /** Whether `NAME_FILE` may name a file that holds the value. */
  readonly fromFile: boolean
  /** Whether the empty text is a value; elsewhere it means unset. */
  readonly emptyIsValue: boolean
  read(text: string): T
}

/** What is wrong with one value; names neither the setting nor the value. */
export class Fault extends Error {}

export function text(variable: string, fallback: string, doc: string): Setting<string> {
  return {
    variable,
    fallback,
    allowed: 'any text',
    doc,
    fromFile: false,
    emptyIsValue: false,
    read: (value) => value,
  }
}

/** The same setting, but unset by default. */
export function optional<T>(setting: Setting<T>): Setting<T | undefined> {
  return { ...setting, fallback: undefined }
}

export function path(variable: string, doc: string): Setting<string> {
  return { ...text(variable, '', doc), allowed: 'a path', read: parsePath }
}

/** Refuses a leading `~`: without a shell it would be the name of a folder to make. */
export function parsePath(value: string): string {
  if (!value.startsWith('~')) return value
  throw new Fault(
    'has a path that begins with ~, which only a shell reads as a home folder; write it out, or ./~ if it is so called',
  )
}

/** Empty where it is not set; may come from a file. */
export function secret(variable: string, doc: string): Setting<string> {
  return { ...text(variable, '', doc), fromFile: true }
}

export function httpUrl(variable: string, doc: string): Setting<string> {
  return {
    ...text(variable, '', doc),
    allowed: 'an http:// or https:// URL without user and password',
    fromFile: true,
    read: parseHttpUrl,
  }
}

/** A URL to which paths are added, each with a slash before it. */
export function rootUrl(variable: string, doc: string): Setting<string> {
  return { ...httpUrl(variable, doc), read: parseRootUrl }
}

/** Without the slashes at its end, so that one root is read alike however it is written. */
export function parseRootUrl(value: string): string {
  return parseHttpUrl(value).replace(/\/+$/, '')
}

export function parseHttpUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) throw new Fault('is not an http(s) URL')
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') throw new Fault('holds a user or a password')
  return value
}

/** A number's default, and its bounds, both inclusive. */
interface NumberRange {
  readonly fallback: number
  readonly from: number
  readonly to: number
}

export function integer(variable: string, range: NumberRange, doc: string): Setting<number> {
  return number(variable, range, doc, { form: /^-?\d{1,9}$/, noun: 'a whole number' })
}

export function decimal(variable: string, range: NumberRange, doc: string): Setting<number> {
  return number(variable, range, doc, { form: /^-?\d{1,9}(\.\d{1,6})?$/, noun: 'a number' })
}

function number(
  variable: string,
  { fallback, from, to }: NumberRange,
  doc: string,
  { form, noun }: { readonly form: RegExp; readonly noun: string },
): Setting<number> {
  return {
    ...text(variable, String(fallback), doc),
    allowed: `${noun} from ${from} to ${to}`,
    read: (value) => {
      if (!form.test(value)) throw new Fault(`is not ${noun}`)
      const parsed = Number(value)
      if (parsed < from || parsed > to) throw new Fault('is out of range')
      return parsed
    },
  }
}

export function oneOf<const T extends string>(
  variable: string,
  fallback: NoInfer<T>,
  values: readonly T[],
  doc: string,
): Setting<T> {
  return {
    ...text(variable, fallback, doc),
    allowed: values.join(', '),
    read: (value) => {
      const known = values.find((candidate) => candidate === value)
      if (known === undefined) throw new Fault('is not one of its values')
      return known
    },
  }
}

// What a `.env` file says, and which of its lines do not say what their writer meant. Reads no
// file.
import { parseEnv } from 'node:util'
import { settingsByPart } from './catalogue.ts'

/** The values that the text of a `.env` file gives, by name. */
export function readDotEnvText(text: string): Readonly<Record<string, string | undefined>> {
  return parseEnv(text.replace(EMPTY, '$1$2='))
}

/**
 * A name without a value. Node takes the next line for the value where spaces stand in its place,
 * and `export` for a part of the name.
 */
const EMPTY = /^([^\S\n]*)(?:export +)?(\w+)[^\S\n]*=[^\S\n]*$/gm

/**
 * One line for each thing that has no effect, or another than it seems to have: the service would
 * start all the same. Never repeats a value, nor what could be a piece of one.
 */
export function dotEnvWarnings(text: string): readonly string[] {
  const names = namesOfSettings()
  const values = readDotEnvText(text)
  const warnings = [
    ...unknownNameWarnings(Object.keys(values), names),
    ...earlyQuoteWarnings(text, names),
    ...lineWarnings(text, names),
    ...swallowedNameWarnings(text, values, names),
  ]
  return [...new Set(warnings)]
}

type Names = ReadonlySet<string>

function namesOfSettings(): Names {
  const settings = settingsByPart.flatMap((part) => part.settings)
  return new Set(
    settings.flatMap(({ variable, fromFile }) =>
      fromFile ? [variable, `${variable}_FILE`] : [variable],
    ),
  )
}

const NAME_OF_A_SETTING = /^[A-Z][A-Z0-9_]{1,40}$/

/**
 * A name is repeated only where it begins or ends as a setting does: anything else may be a piece
 * of a value, of a key in base32 for one.
 */
function unknownNameWarnings(written: readonly string[], names: Names): readonly string[] {
  const firstWords = new Set([...names].map((name) => name.split('_')[0]))
  const lastWords = new Set([...names].map((name) => name.split('_').at(-1)))
  const isLikeASetting = (name: string) => {
    const words = name.split('_')
    return NAME_OF_A_SETTING.test(name) && (firstWords.has(words[0]) || lastWords.has(words.at(-1)))
  }
  return written
    .filter((name) => !names.has(name))
    .map((name) =>
      isLikeASetting(name)
        ? `.env sets ${name}, which is no setting. Correct it, or remove it.`
        : '.env has a line that is no setting. Correct it, or remove it.',
    )
}

/** A value in quotes, which may go on over lines, and what follows it in its last line. */
const QUOTED = /^([^\S\n]*(?:export +)?(\w+)[^\S\n]*=[^\S\n]*)(["'`])[\s\S]*?\3(.*)$/gm

const NOTHING_OR_COMMENT = /^\s*(#|$)/

/** Warns of a quote within a quoted value, which ends it. */
function earlyQuoteWarnings(text: string, names: Names): readonly string[] {
  return [...text.matchAll(QUOTED)].flatMap(([, , setting = '', , rest = '']) =>
    !names.has(setting) || NOTHING_OR_COMMENT.test(rest)
      ? []
      : `${setting} in .env ends at its second quote. Put it in quotes of a kind that it does not hold, ", ' or \`: a backslash does not help.`,
  )
}

/** A `#` that begins a comment, although no space stands before it. */
const CUTTING_HASH = /^(?:#\S|[^#]*[^\s#]#)/

/** Warns of lines that set nothing, set a setting twice, or set less than they seem to. */
function lineWarnings(text: string, names: Names): readonly string[] {
  const warnings: string[] = []
  const seen = new Set<string>()
  for (const line of text.replace(QUOTED, '$1').split('\n')) {
    if (NOTHING_OR_COMMENT.test(line)) continue
    const [name = '', ...rest] = line.split('=')
    if (rest.length === 0) {
      warnings.push('.env has a line without =, which is no setting. Write NAME=VALUE.')
      continue
    }
    const setting = name.replace(/^\s*export\s/, '').trim()
    if (!names.has(setting)) continue
    if (seen.has(setting)) {
      warnings.push(`.env sets ${setting} more than once: the last line counts. Remove the others.`)
    }
    seen.add(setting)
    if (/^\s*["'`]/.test(rest[0] ?? '')) {
      warnings.push(
        `${setting} in .env begins with a quote that nothing closes, so the quote is a part of the value. Close or remove it.`,
      )
    } else if (CUTTING_HASH.test(rest.join('='))) {
      warnings.push(
        `${setting} in .env ends at a #, which begins a comment. Put the value in quotes, or a space before the comment.`,
      )
    }
  }
  return warnings
}

/** Warns of settings that are written and yet not set: an open quote before them takes them in. */
function swallowedNameWarnings(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
  names: Names,
): readonly string[] {
  return [...names]
    .filter((name) => {
      const line = new RegExp(`^[^\\S\\n]*(?:export +)?${name}[^\\S\\n]*=`, 'm')
      return values[name] === undefined && line.test(text)
    })
    .map(
      (name) =>
        `.env sets ${name} within the quotes of another setting, which is no setting then. Close the quotes.`,
    )
}

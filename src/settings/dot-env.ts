// What a `.env` file says, and which of its lines do not say what their writer meant. Reads no file.
import { parseEnv } from 'node:util'
import { settingsByPart } from './catalogue.ts'

/** The values that the text of a `.env` file gives, by name. */
export function readDotEnvText(text: string): Readonly<Record<string, string | undefined>> {
  return parseEnv(text.replace(EMPTY, '$1$2='))
}

/**
 * A name with nothing behind it. Where spaces stand there, Node takes the next line for its value;
 * `export` becomes a part of its name.
 */
const EMPTY = /^([^\S\n]*)(?:export +)?(\w+)[^\S\n]*=[^\S\n]*$/gm

const NAME_OF_A_SETTING = /^[A-Z][A-Z0-9_]{1,40}$/

/** A value in quotes, which may go on over lines, and what follows it in its last line. */
const QUOTED = /^([^\S\n]*(?:export +)?(\w+)[^\S\n]*=[^\S\n]*)(["'`])[\s\S]*?\3(.*)$/gm

/** A `#` that begins a comment, although no space stands before it. */
const CUTTING_HASH = /^(?:#\S|[^#]*[^\s#]#)/

/**
 * One line for each thing that has no effect, or another than it seems to: the service would go on
 * without it. Never repeats a value, nor what could be a piece of one.
 */
export function dotEnvWarnings(text: string): readonly string[] {
  const values = readDotEnvText(text)
  const names = new Set<string>()
  for (const { variable, fromFile } of settingsByPart.flatMap(({ settings }) => settings)) {
    names.add(variable)
    if (fromFile) names.add(`${variable}_FILE`)
  }
  const warnings = Object.keys(values)
    .filter((name) => !names.has(name))
    .map((name) =>
      NAME_OF_A_SETTING.test(name)
        ? `.env sets ${name}, which is no setting. Correct it, or remove it.`
        : '.env has a line that is no setting. Correct it, or remove it.',
    )
  for (const [, , setting = '', , rest = ''] of text.matchAll(QUOTED)) {
    if (!names.has(setting) || /^\s*(#|$)/.test(rest)) continue
    warnings.push(
      `${setting} in .env ends at its second quote. Put it in quotes that it does not hold, ", ' or \`: a backslash does not help.`,
    )
  }
  const lines = text.replace(QUOTED, '$1').split('\n')
  const seen = new Set<string>()
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue
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
  for (const name of names) {
    const isWritten = new RegExp(`^[^\\S\\n]*(?:export +)?${name}[^\\S\\n]*=`, 'm').test(text)
    if (isWritten && values[name] === undefined) {
      warnings.push(
        `.env sets ${name} within the quotes of another setting, which is no setting then. Close the quotes.`,
      )
    }
  }
  return [...new Set(warnings)]
}

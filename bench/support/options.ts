// The options of a benchmark's own: told by `--help`, refused in a line beside what there is.
import { accessSync, constants } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { messageOf } from '../../src/process/thrown.ts'

/** What was asked for cannot be run; its message is for whoever asked. */
export class UsageFault extends Error {}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowNegative: true }>
>['values']

/**
 * An option whose default is a number must be one.
 * @throws UsageFault over anything else than these options
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
): Values<Options> {
  const values = parsed(args, options)
  for (const [name, { default: usual }] of Object.entries(options)) {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    if (!isNumber(usual) || isNumber(value)) continue
    throw new UsageFault(`--${name} takes a number, not ${JSON.stringify(value)}.`)
  }
  return values
}

/** Of an option that may be given several times: whether each is one. */
function isNumber(text: unknown): boolean {
  if (Array.isArray(text)) return text.length > 0 && text.every(isNumber)
  return typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text))
}

function parsed<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
): Values<Options> {
  try {
    return parseArgs({ args: [...args], options, allowNegative: true }).values
  } catch (error) {
    throw new UsageFault(messageOf(error))
  }
}

/** The options of a program by itself. `--help` and whatever cannot be run end the process. */
export function studyOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
): Values<Options> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    const values = readOptions(args, options)
    const { file: named } = values as { readonly file?: unknown }
    for (const file of [named].flat()) {
      if (typeof file === 'string') mustBeReadable(file)
    }
    return values
  } catch (error) {
    if (error instanceof UsageFault) refuse(usage, error.message)
    throw error
  }
}

/** Ends a program by itself over what it cannot do without. */
export function refuse(usage: string, fault: string): never {
  process.stderr.write(`${fault}\n\n${usage}\n`)
  process.exit(2)
}

function mustBeReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new UsageFault(`${file} cannot be read. Check the path and its permissions.`)
  }
}

// The command line: its verbs, each in its own file, and what it says when one fails.
import { Command, CommanderError } from 'commander'
import { StartFault } from '../process/start-fault.ts'
import { VERSION } from '../process/version.ts'
import { environmentWithDotEnv, SettingsError, warningsOfDotEnv } from '../settings.ts'
import { plainForTerminal, plainTextForTerminal } from '../text/terminal-text.ts'
import { CommandFault, faultWithMove, PROJECT_FOLDER } from './command.ts'
import { serveCommand } from './serve.ts'

/** @returns the exit code: 0 done, 1 refused or failed (standard error says why), 2 wrong usage */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = new Command('tradein')
    .description('Trade-in valuation service and its tools')
    .version(VERSION, '-V, --version', 'print the version')
    .addCommand(serveCommand())
  if (words[0] !== 'serve') {
    const { toolCommands } = await import('./tools.ts')
    for (const command of await toolCommands(words[0])) program.addCommand(command)
  }
  setUp(program)
  process.stdout.on('error', endWithReader)
  // Nobody reads what went wrong; the exit code still says that something did.
  process.stderr.on('error', () => {})
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    return endWith(error)
  }
}

/** A reader that goes away has seen enough of the output, as `head` does. */
function endWithReader({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(0)
  process.stderr.write(`The output cannot be written (${code ?? 'unknown'}).\n`)
  process.exit(1)
}

/**
 * Commander would end the process by itself, with output still on its way, and repeat a wrong
 * argument as it is.
 */
function setUp(command: Command): void {
  command.exitOverride()
  command.configureOutput({
    writeErr: (text) => void process.stderr.write(plainTextForTerminal(text)),
  })
  for (const child of command.commands) setUp(child)
}

/** Says on standard error what went wrong. @returns the exit code */
function endWith(error: unknown): number {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of explain(faultWithMove(error))) {
    // It may repeat what a file says.
    process.stderr.write(`${plainForTerminal(line)}\n`)
  }
  return 1
}

function explain(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return [...error.faults, ...whatOfDotEnv()]
  if (!(error instanceof Error)) return [String(error)]
  if (EXPECTED.some((kind) => error instanceof kind)) return [error.message]
  const stack = showsStacks() ? error.stack?.split('\n') : undefined
  return stack ?? [`${error.name}: ${error.message}`]
}

/** A setting is often at fault, or missing, because of its line there. */
function whatOfDotEnv(): readonly string[] {
  try {
    return warningsOfDotEnv(PROJECT_FOLDER)
  } catch (error) {
    // It cannot be read, which is the fault itself.
    if (error instanceof SettingsError) return []
    throw error
  }
}

/** Their message alone says what to do; any other error is unexpected and gives its name. */
const EXPECTED = [StartFault, CommandFault] as const

function showsStacks(): boolean {
  const { LOG_LEVEL } = environmentWithDotEnv(PROJECT_FOLDER)
  return LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
}

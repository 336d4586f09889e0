// The command line: its verbs and how a failure of one is told. Each verb has a file of its own.
import { Command, CommanderError } from 'commander'
import { SettingsError } from '../settings.ts'
import { StartFault } from '../stores.ts'
import { CommandFault } from './command.ts'
import { serveCommand } from './serve.ts'

/** @returns the exit code: 0 done, 1 refused or failed (told on standard error), 2 wrong usage */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = new Command('tradein')
    .description('Trade-in valuation service and its tools')
    .addCommand(serveCommand())
  if (words[0] !== 'serve') {
    const { toolCommands } = await import('./tools.ts')
    for (const command of toolCommands()) program.addCommand(command)
  }
  throwInsteadOfExit(program)
  process.stdout.on('error', endWithReader)
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    return tell(error)
  }
}

/** Whoever read the output has seen enough of it, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}

/** Commander ends the process by itself otherwise, with output still on its way. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfExit(child)
}

function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof SettingsError) {
    for (const fault of error.faults) process.stderr.write(`${fault}\n`)
    return 1
  }
  if (error instanceof StartFault || error instanceof CommandFault) {
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  process.stderr.write(`${(error as Error).message}\n`)
  return 1
}

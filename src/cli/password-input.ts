// Where a command's password comes from: standard input, or a random one.
import { text } from 'node:stream/consumers'
import { CommandFault } from './command.ts'

/** All of standard input without one last newline. @throws CommandFault if that leaves nothing */
export async function passwordFromStdin(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') {
    throw new CommandFault(
      'Standard input holds no password. Pipe it in: `printf %s "$PASSWORD" | …`.',
    )
  }
  return password
}

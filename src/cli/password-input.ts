// Reads a command's password from standard input.
import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { CommandFault } from './command.ts'

/**
 * All of standard input without one last newline.
 * @throws CommandFault if that leaves nothing, is not UTF-8 or begins with a byte order mark: a
 *   login could never send the same, or nobody would think to type it
 */
export async function passwordFromStdin(): Promise<string> {
  const password = decoded(await buffer(process.stdin)).replace(/\r?\n$/, '')
  if (password.startsWith('\u{FEFF}')) {
    throw new CommandFault(
      'Standard input begins with a byte order mark. Save the password without one.',
    )
  }
  if (password === '') {
    throw new CommandFault(
      'Standard input holds no password. Pipe it in: `printf %s "$PASSWORD" | …`.',
    )
  }
  return password
}

function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new CommandFault('Standard input is not UTF-8 text: no login could send that password.')
}

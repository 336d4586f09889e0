// Says in one line what is wrong with a file that a command was given.
import { DataFileError, FileBrokenOff } from '../datasets/data-file.ts'
import { codeOf } from '../process/thrown.ts'
import { CommandFault } from './command.ts'

const UNREADABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
])

/** Returns the error itself where the file is not at fault. */
export function fileFault(error: unknown, file: string): unknown {
  if (error instanceof FileBrokenOff) {
    return new CommandFault(`${file}: ${error.message} ${error.move}`)
  }
  if (error instanceof DataFileError) return new CommandFault(`${file}: ${error.message}`)
  const code = codeOf(error)
  if (code === 'ESPIPE') {
    return new CommandFault(
      `${file} is a pipe, and a file is read more than once. Save what comes from it to a file first.`,
    )
  }
  return code !== undefined && UNREADABLE.has(code)
    ? new CommandFault(`${file} cannot be read. Check the path and its permissions.`)
    : error
}

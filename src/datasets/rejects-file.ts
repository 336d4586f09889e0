// The file of rows that an import refuses. It is written beside its place and renamed when it is
// whole, and never takes the place of the file that is imported.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'

/** The rejects file cannot be written where it was to be. */
export class RejectsFileError extends Error {
  override name = 'RejectsFileError'
}

/** Characters that are kept until they are written. */
const WRITTEN_AT_ONCE = 65_536

/**
 * Opens neither file.
 * @throws RejectsFileError if both are one file, by whatever path or link; the system's error if
 *   the file to import is not there
 */
export async function keepApart(importedFile: string, rejectsFile: string): Promise<void> {
  const imported = await stat(importedFile, { bigint: true })
  const rejects = await statIfThere(rejectsFile)
  if (rejects && rejects.dev === imported.dev && rejects.ino === imported.ino) {
    throw new RejectsFileError(`${rejectsFile} is the file to import itself.`)
  }
}

interface Opened {
  readonly file: FileHandle
  /** The real path of the rejects file. */
  readonly place: string
  /** What is written instead until it is whole; none where the place is a device or a pipe. */
  readonly part?: string
}

/** `line,reason,` and the row as it came, so that it can be mended and imported by itself. */
export class RejectsFile {
  readonly #path: string
  #opened: Opened | undefined
  #waiting = ''

  constructor(path: string) {
    this.#path = path
  }

  async add(line: number, reason: string, cells: readonly string[]): Promise<void> {
    if (!this.#opened) {
      this.#opened = await this.#orFault(openFor(this.#path))
      this.#waiting = stringify([['line', 'reason', 'row']])
    }
    this.#waiting += stringify([[line, reason, ...cells]])
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#opened.file)
  }

  /** Puts what was written into its place. */
  async finish(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    await this.#write(opened.file)
    await this.#orFault(opened.file.close())
    if (opened.part) await this.#orFault(rename(opened.part, opened.place))
    this.#opened = undefined
  }

  /** Takes an unfinished file away; does nothing to a finished one. */
  async abandon(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    this.#opened = undefined
    await opened.file.close().catch(() => {})
    if (opened.part) await rm(opened.part, { force: true })
  }

  async #write(file: FileHandle): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    await this.#orFault(file.writeFile(text))
  }

  async #orFault<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new RejectsFileError(`${this.#path} cannot be written (${code}).`, { cause: error })
    }
  }
}

async function openFor(path: string): Promise<Opened> {
  const there = await statIfThere(path)
  if (there && !there.isFile()) return { file: await open(path, 'w'), place: path }
  // A link stays one, and what it leads to is replaced.
  const place = there ? await realpath(path) : path
  const part = `${place}.${randomUUID()}.part`
  return { file: await open(part, 'wx'), place, part }
}

async function statIfThere(path: string) {
  try {
    return await stat(path, { bigint: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ENOTDIR: a part of the path is a file. Opening it will say so.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

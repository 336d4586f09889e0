// The file of rows that an import refuses. It is written beside its place and renamed when it is
// whole, and never takes the place of the file that is imported.
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
  readonly place: string
  /** What is written instead until it is whole; none where the place is a device or a pipe. */
  readonly part?: string
}

/** Why a row is refused, and as much as is known of how it came. `line` counts from 1. */
export interface RefusedRow {
  readonly line: number
  readonly reason: string
  /** Of a CSV. */
  readonly header?: readonly string[]
  readonly cells?: readonly string[]
  /** What there is to show of a row that has no cells. */
  readonly text?: string
}

/** An import takes no notice of them. Of a rejects file that is imported they are left out. */
const OWN_COLUMNS = ['rejected_line', 'rejected_reason', 'rejected_text']

/**
 * A CSV with the columns of the imported one behind its own, so that its rows can be corrected in
 * place and the file imported by itself.
 */
export class RejectsFile {
  readonly #path: string
  #opened: Opened | undefined
  #waiting = ''

  constructor(path: string) {
    this.#path = path
  }

  async add({ line, reason, header = [], cells = [], text = '' }: RefusedRow): Promise<void> {
    if (!this.#opened) {
      this.#opened = await this.#orFault(openFor(await this.#place()))
      this.#waiting = stringify([[...OWN_COLUMNS, ...withoutOwn(header, header)]])
    }
    this.#waiting += stringify([[line, reason, text, ...withoutOwn(cells, header)]])
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#opened.file)
  }

  /**
   * Puts what was written into its place. An earlier run's file, whose rows may have been corrected
   * by hand, goes only now; where nothing was refused it would else pass for this one's.
   */
  async finish(): Promise<void> {
    const opened = this.#opened
    if (!opened) return this.#removeOld()
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

  async #removeOld(): Promise<void> {
    const there = await this.#orFault(statIfThere(this.#path))
    if (there?.isFile()) await this.#orFault(rm(await this.#place()))
  }

  /** A link stays one: what it leads to goes, and comes anew. */
  async #place(): Promise<string> {
    const there = await this.#orFault(statIfThere(this.#path))
    return there?.isFile() ? this.#orFault(realpath(this.#path)) : this.#path
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

function withoutOwn(cells: readonly string[], header: readonly string[]): readonly string[] {
  return cells.filter((_, at) => !OWN_COLUMNS.includes(header[at]?.trim().toLowerCase() ?? ''))
}

async function openFor(path: string): Promise<Opened> {
  const there = await statIfThere(path)
  if (there && !there.isFile()) return { file: await open(path, 'w'), place: path }
  // One name: what a killed run leaves is taken over by the next.
  const part = `${path}.part`
  return { file: await open(part, 'w'), place: path, part }
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

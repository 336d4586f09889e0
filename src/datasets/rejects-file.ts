// The file of rows that an import rejects. It is written beside its place and renamed when it is
// whole, and never takes the place of the file that is imported.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import { codeOf } from '../process/thrown.ts'

/** The rejects file cannot be written where it was to be. */
export class RejectsFileError extends Error {
  override name = 'RejectsFileError'
}

/** It repeats rows of a file that others may not be allowed to read. */
const OWN_ALONE = 0o600

/** Characters that are kept until they are written. */
const WRITTEN_AT_ONCE = 65_536

/**
 * Only checks the paths: no file is opened yet.
 * @throws RejectsFileError if the file to import is the rejects file, or what is written until that
 *   is whole, by whatever path or link; the system's error if the file to import is not there
 */
export async function keepApart(importedFile: string, rejectsFile: string): Promise<void> {
  const imported = await stat(importedFile, { bigint: true })
  for (const written of [rejectsFile, partOf(await placeOf(rejectsFile))]) {
    const there = await statIfThere(written)
    if (there && there.dev === imported.dev && there.ino === imported.ino) {
      throw new RejectsFileError(`${written} is the file to import itself.`)
    }
  }
}

interface Opened {
  readonly file: FileHandle
  readonly place: string
  /** What is written instead until it is whole; none where the place is a device or a pipe. */
  readonly part?: string
}

/** Why a row is rejected, and as much as is known of how it came. `line` counts from 1. */
export interface RejectedRow {
  readonly line: number
  readonly reason: string
  /** The names of a CSV's columns, for its `cells`. */
  readonly header?: readonly string[]
  readonly cells?: readonly string[]
  /** What there is to show of a row that has no cells. */
  readonly text?: string
}

/** What a summary says of the first row that was rejected. */
export type FirstRejected = Pick<RejectedRow, 'line' | 'reason'>

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

  async add({ line, reason, header = [], cells = [], text = '' }: RejectedRow): Promise<void> {
    if (!this.#opened) {
      this.#opened = await this.#orFault(openFor(this.#path))
      this.#waiting = stringify([[...OWN_COLUMNS, ...withoutOwn(header, header)]])
    }
    this.#waiting += stringify([[line, reason, text, ...withoutOwn(cells, header)]])
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#opened.file)
  }

  /**
   * Puts what was written into its place. An earlier run's file, whose rows may have been corrected
   * by hand, goes only now, also where nothing was rejected: it would pass for this run's.
   */
  async finish(): Promise<void> {
    const opened = this.#opened
    if (!opened) return this.#removeOld()
    await this.#write(opened.file)
    const isNamed = await this.#orFault(hasItsName(opened))
    await this.#orFault(opened.file.close())
    if (opened.part && isNamed) await this.#orFault(rename(opened.part, opened.place))
    this.#opened = undefined
  }

  /** Takes an unfinished file away; does nothing to a finished one. */
  async abandon(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    this.#opened = undefined
    const isNamed = await hasItsName(opened).catch(() => false)
    await opened.file.close().catch(() => {})
    if (opened.part && isNamed) await rm(opened.part, { force: true })
  }

  async #removeOld(): Promise<void> {
    const there = await this.#orFault(statIfThere(this.#path))
    if (!there?.isFile()) return
    const place = await this.#orFault(placeOf(this.#path))
    await this.#orFault(rm(place))
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
      const text = `${this.#path} cannot be written (${codeOf(error)}).`
      throw new RejectsFileError(text, { cause: error })
    }
  }
}

function withoutOwn(cells: readonly string[], header: readonly string[]): readonly string[] {
  return cells.filter((_, at) => !OWN_COLUMNS.includes(header[at]?.trim().toLowerCase() ?? ''))
}

/** A link stays one: what it leads to goes, and comes anew. */
async function placeOf(path: string): Promise<string> {
  const there = await statIfThere(path)
  return there?.isFile() ? realpath(path) : path
}

/**
 * One name: what a killed run leaves is taken over by the next. Of runs at the same time the last
 * to reject its first row has the name, and so puts its file in place.
 */
const partOf = (place: string) => `${place}.part`

async function hasItsName({ file, part }: Opened): Promise<boolean> {
  const there = part === undefined ? undefined : await statIfThere(part)
  const own = await file.stat({ bigint: true })
  return there?.dev === own.dev && there.ino === own.ino
}

async function openFor(path: string): Promise<Opened> {
  const place = await placeOf(path)
  const there = await statIfThere(place)
  if (there && !there.isFile()) return { file: await open(place, 'w'), place }
  const part = partOf(place)
  // A new file takes the name: another run may still be writing the one that has it.
  const unnamed = `${part}.${randomUUID()}`
  const file = await open(unnamed, 'wx', OWN_ALONE)
  try {
    await rename(unnamed, part)
  } catch (error) {
    await file.close()
    await rm(unnamed, { force: true })
    throw error
  }
  return { file, place, part }
}

async function statIfThere(path: string) {
  try {
    return await stat(path, { bigint: true })
  } catch (error) {
    const code = codeOf(error)
    // ENOTDIR: a part of the path is a file. Opening it will say so.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

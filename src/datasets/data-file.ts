// Opens a file to import as a stream of unpacked bytes, never more than a bound. What form the bytes
// have is csv-file.ts's and geojson-file.ts's; what a row means stands with its dataset.
import { createReadStream } from 'node:fs'
import type { WatchSource } from './file-position.ts'
import { gunzipped, isGzip, PACKED_AT_ONCE } from './gzip.ts'

/** Refused as a whole: unreadable, of no known form, or too large. */
export class DataFileError extends Error {
  override name = 'DataFileError'
}

/** The rest of the file cannot be read. All rows before the break have been given. */
export class FileBrokenOff extends DataFileError {
  override name = 'FileBrokenOff'
}

/** The beginning of a file, as text: enough to see its form and what stands before the rows. */
const HEAD_CHARACTERS = 4096

/**
 * Hands the unpacked bytes of the file to `read` and closes the file when `read` has ended.
 * @param maxBytes once unpacked: a small gzip may unpack to a very large file
 * @param read gives all rows that it can make of the bytes before it passes on what they throw
 * @param watch is called with the stream that reads the file itself
 * @throws DataFileError for whatever makes the rest of the file unreadable
 */
export async function* readDataFile<Row>(
  path: string,
  maxBytes: number,
  read: (bytes: AsyncIterable<Buffer>, head: string) => AsyncIterable<Row>,
  watch?: WatchSource,
): AsyncGenerator<Row> {
  const gzip = await isGzip(path)
  const head = await headOf(path, gzip)
  if (head === '') {
    throw new DataFileError(gzip ? 'The file is empty, or no whole gzip.' : 'The file is empty.')
  }
  const source = createReadStream(path, gzip ? { highWaterMark: PACKED_AT_ONCE } : {})
  watch?.(source)
  try {
    yield* read(boundedBytes(gzip ? gunzipped(source) : source, maxBytes), head)
  } catch (error) {
    if (error instanceof DataFileError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new FileBrokenOff(`The file cannot be read: ${message}.`, { cause: error })
  } finally {
    source.destroy()
  }
}

async function* boundedBytes(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of bytes) {
    passed += chunk.length
    if (passed > maxBytes) {
      throw new DataFileError(
        `The file is larger than ${maxBytes} bytes once unpacked. Split it into several.`,
      )
    }
    yield chunk
  }
}

/** The beginning of the file, without a byte order mark and leading blanks. */
async function headOf(path: string, gzip: boolean): Promise<string> {
  const source = createReadStream(path, { end: 64 * 1024, highWaterMark: PACKED_AT_ONCE })
  let head = ''
  try {
    for await (const chunk of gzip ? gunzipped(source) : source) {
      head += chunk.toString('utf8')
      if (head.length > HEAD_CHARACTERS) break
    }
  } catch {
    // A gzip that is cut off ends in an error; what was unpacked before shows the form.
  } finally {
    source.destroy()
  }
  return head.replace(/^\uFEFF/u, '').trimStart()
}

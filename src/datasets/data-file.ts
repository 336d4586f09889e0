// Opens a file to import as a stream of unpacked bytes, never more than a bound. What form the
// bytes have is csv-file.ts's and geojson-file.ts's; what a row means stands with its dataset.
import { createReadStream } from 'node:fs'
import { messageOf } from '../process/thrown.ts'
import type { WatchSource } from './file-position.ts'
import { gunzipped, isGzip, PACKED_AT_ONCE } from './gzip.ts'

/** Refused as a whole: unreadable, of no known form, or too large. */
export class DataFileError extends Error {
  override name = 'DataFileError'
}

/** The rest of the file cannot be read. All rows before the break have been given. */
export class FileBrokenOff extends DataFileError {
  override name = 'FileBrokenOff'
  /** What to do about it, as a sentence. */
  readonly move: string

  constructor(message: string, { move, cause }: { move: string; cause?: unknown }) {
    super(message, { cause })
    this.move = move
  }
}

/** The move where a file ends too early. */
export const FETCH_WHOLE = 'Fetch it whole and run again.'

/** Of an unpacked file, where its dataset sets no lower bound. */
export const MAX_UNPACKED_BYTES = 32 * 2 ** 30

/** The beginning of a file: enough to see its form and what stands before the rows. */
const HEAD_BYTES = 16_384

/** The first bytes of UTF-16: its byte order mark, or letters with a zero beside each. */
const UTF16 = /^(?:\xFF\xFE|\xFE\xFF|(?:[^\0]\0){2}|(?:\0[^\0]){2})/u

/** What to do with a file in another encoding. */
export const SAVE_AS_UTF8 = 'save the file as UTF-8 (in Excel: "CSV UTF-8")'

/** How files of other forms begin, and what to do with them. */
const OTHER_FORMS: readonly (readonly [beginning: string, message: string])[] = [
  [
    '\u001E',
    'The file is a GeoJSON text sequence (RFC 8142): a character RS (U+001E) stands before each feature. Write one feature a line without it (in GDAL: -lco RS=NO).',
  ],
  [
    'PK\u0003\u0004',
    'The file is a ZIP archive or an Excel workbook: unpack it, or save the table as CSV (in Excel: "CSV UTF-8").',
  ],
  ['<', 'The file is HTML or XML: fetch the data itself, as CSV or GeoJSON.'],
]

/**
 * Said of text with U+FFFD, which stands for bytes that were not UTF-8, here or where it was made.
 */
export const GARBLED =
  'has lost letters (U+FFFD): it is not text in UTF-8, or comes from text that was not'

export function isGarbled(text: string): boolean {
  return text.includes('\uFFFD')
}

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
  const start = await startOf(path, gzip)
  // Without a byte order mark and leading blanks.
  const head = start
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
  if (head === '') {
    throw new DataFileError(gzip ? 'The file is empty, or no whole gzip.' : 'The file is empty.')
  }
  refuseOtherForm(start, head)
  const source = createReadStream(path, gzip ? { highWaterMark: PACKED_AT_ONCE } : {})
  watch?.(source)
  try {
    yield* read(boundedBytes(gzip ? gunzipped(source) : source, maxBytes), head)
  } catch (error) {
    if (error instanceof DataFileError) throw error
    throw new FileBrokenOff(`The file cannot be read: ${messageOf(error)}.`, {
      move: FETCH_WHOLE,
      cause: error,
    })
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

/** The unpacked bytes that the file begins with. */
async function startOf(path: string, gzip: boolean): Promise<Buffer> {
  const source = createReadStream(path, { end: 64 * 1024, highWaterMark: PACKED_AT_ONCE })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of gzip ? gunzipped(source) : source) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= HEAD_BYTES) break
    }
  } catch {
    // A gzip that is cut off ends in an error; what was unpacked before shows the form.
  } finally {
    source.destroy()
  }
  return Buffer.concat(chunks)
}

/** What no reader takes, though each would call something else in it broken. */
function refuseOtherForm(start: Buffer, head: string): void {
  if (UTF16.test(start.toString('latin1', 0, 4))) {
    throw new DataFileError(`The file is in UTF-16: ${SAVE_AS_UTF8}.`)
  }
  const message = OTHER_FORMS.find(([beginning]) => head.startsWith(beginning))?.[1]
  if (message !== undefined) throw new DataFileError(message)
}
